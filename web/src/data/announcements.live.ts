import { announcementsApi } from './announcements.api'
import { onFeed } from './live/handlers'

/* A few times a month: the lists are read again. */
onFeed('announcement', (_event, { dispatch }) => {
  dispatch(announcementsApi.util.invalidateTags(['announcements']))
})
