import { onFeed, type FeedContext } from './live/handlers'
import { queueOptionsApi } from './queue-options.api'

onFeed('queueOptions', (_event, { dispatch }: FeedContext) => {
  dispatch(queueOptionsApi.util.invalidateTags(['queue-options']))
})
