import type { FeedItem, SyncAnswer } from '@balcao/contracts'
import type { SignMedia } from '@balcao/contracts/wire'
import type { Database, Session } from '@balcao/kernel'

import { feedItem, liveRowOf, roomsOf, type FeedRow, type FeedStore } from '../fanout'

/** Events of one answer. */
export const SYNC_LIMIT = 500
/** Rows looked at for one answer, whoever they are for: bounds the work of an agent who sees little of a busy company. */
export const SYNC_WINDOW = 5_000

export interface SyncDeps {
  db: Database
  feed: FeedStore
  sign: SignMedia
}

const itemsOf = (rows: readonly FeedRow[], sign: SignMedia): FeedItem[] =>
  rows.flatMap((row) => {
    const live = liveRowOf(row, sign)
    return live?.frame ? [feedItem(live.seq, live.frame)] : []
  })

/**
 * What happened after `since` that the caller may see now, in order: rights are those of this moment, rooms asked
 * for by hand (an open conversation) do not count. At most 500 events and 5,000 rows of the feed at a time.
 * `reset` when rows after `since` are forgotten already, or `since` lies beyond the feed.
 */
export async function readFeed(deps: SyncDeps, session: Session, since: number): Promise<SyncAnswer> {
  const { companyId } = session
  return deps.db.withTenant(companyId, async (tx) => {
    const { oldest, head } = await deps.feed.bounds(tx, companyId)
    if (since > head || since < oldest - 1) return { events: [], seq: head, hasMore: false, reset: true }
    const upTo = Math.min(head, since + SYNC_WINDOW)
    const rows = await deps.feed.visible(tx, companyId, roomsOf(session), {
      after: since,
      upTo,
      limit: SYNC_LIMIT + 1,
    })
    const page = rows.slice(0, SYNC_LIMIT)
    const seq = rows.length > SYNC_LIMIT ? (page.at(-1)?.seq ?? upTo) : upTo
    return { events: itemsOf(page, deps.sign), seq, hasMore: seq < head, reset: false }
  })
}
