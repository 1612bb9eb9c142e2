import type { FeedItem } from '../sockets/channels'
import { endpoint } from './endpoint'
import { numberCursor, object } from './fields'

export interface SyncAnswer {
  /** In the order of `seq`; at most 500. */
  events: FeedItem[]
  /** The feed's head for this answer: ask again from here while `hasMore`. */
  seq: number
  hasMore: boolean
  /** The gap is older than the feed, or `since` is from another world: refetch everything, go on from `seq`. */
  reset: boolean
}

export const sync = endpoint<SyncAnswer>()({
  method: 'get',
  path: '/sync',
  access: 'user',
  query: object({
    since: numberCursor().required(),
  }),
  tag: 'realtime',
  summary: "What happened after `since` that the caller may see now, from the company's feed (7 days).",
})
