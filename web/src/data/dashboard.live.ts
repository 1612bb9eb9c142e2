import { dashboardApi } from './dashboard.api'
import { onFeed } from './live/handlers'

/** Read again, not patched: who comes online may do so while the counters are being read. */
onFeed('userPresence', (_event, { dispatch }) => {
  dispatch(dashboardApi.util.invalidateTags(['dashboard']))
})
