import { endpoint } from './endpoint'
import { numberCursor, object } from './fields'
import { syncRoutes } from './sync.routes'

export const syncQuery = object({
  since: numberCursor().required(),
})

export const sync = endpoint(syncRoutes.sync, {
  access: 'user',
  pastDue: true,
  query: syncQuery,
  tag: 'realtime',
  summary:
    "What happened after `since` that the caller may see now, from the company's feed (7 days). Past the due date only what concerns the payment, to administrators.",
})
