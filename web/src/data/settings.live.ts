import { onFeed, type FeedContext } from './live/handlers'
import { applySetting, settingsApi } from './settings.api'

onFeed('settings', ({ setting }, { dispatch }: FeedContext) => {
  dispatch(
    settingsApi.util.updateQueryData('listSettings', undefined, (settings) =>
      applySetting(settings, setting),
    ),
  )
})

onFeed('companyHours', (_event, { dispatch }: FeedContext) => {
  dispatch(settingsApi.util.invalidateTags(['CompanyHours']))
})
