import { endpoint } from './endpoint'
import { numberCursor, object } from './fields'
import { MOST_SYNC_AGE, syncRoutes } from './sync.routes'

export const syncQuery = object({
  since: numberCursor().required(),
  /** What was written longer ago than these seconds is left out. */
  age: numberCursor(MOST_SYNC_AGE).optional(),
})

export const sync = endpoint(syncRoutes.sync, {
  access: 'user',
  pastDue: true,
  query: syncQuery,
  tag: 'realtime',
  summary:
    "What happened after `since` that the caller may see now, from the company's feed (7 days); with `age`, of the last so many seconds only. Past the due date only what concerns the payment, to administrators.",
})
