import type { FeedItem } from '../sockets/channels'
import { type Sent, route } from './route'
import type { syncQuery } from './sync.http'

/** Seconds that `age` may ask for. */
export const MOST_SYNC_AGE = 300

export interface SyncAnswer {
  /** In the order of `seq`; at most 500. */
  events: FeedItem[]
  /** The feed's head for this answer: ask again from here while `hasMore`. */
  seq: number
  hasMore: boolean
  /** The gap is older than the feed, `since` is above its head, or too much was written within `age`: refetch everything, go on from `seq`. */
  reset: boolean
}

export const syncRoutes = {
  sync: route('get', '/sync').with<{ query: Sent<typeof syncQuery>; answer: SyncAnswer }>(),
}
