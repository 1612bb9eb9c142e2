import type { FeedItem, SyncAnswer } from '@balcao/contracts'
import type { SignMedia } from '@balcao/contracts/wire'
import type { Clock, Database, Session } from '@balcao/kernel'

import { toFeedItem, renderRow, sessionRooms, type FeedRow, type FeedStore } from '../fanout'

/** Events of one answer. */
export const SYNC_LIMIT = 500
/** Rows read for one answer: bounds the work for an agent who may see few of a busy company's rows. */
export const SYNC_WINDOW = 5_000

export interface SyncDeps {
  db: Database
  feed: FeedStore
  sign: SignMedia
  clock: Clock
}

const renderItems = (rows: readonly FeedRow[], sign: SignMedia): FeedItem[] =>
  rows.flatMap((row) => {
    const live = renderRow(row, sign)
    return live?.frame ? [toFeedItem(live.seq, live.frame)] : []
  })

/**
 * Events after `since` that the caller may see, in order, by present rights; rooms joined
 * by request (open conversations) do not count. At most 500 events and 5,000 rows at a time.
 * `reset` when rows after `since` are deleted already, or `since` lies beyond the feed.
 */
export async function readFeed(deps: SyncDeps, session: Session, since: number): Promise<SyncAnswer> {
  const { companyId } = session
  return deps.db.withTenant(companyId, async (tx) => {
    const { oldest, head } = await deps.feed.readBounds(tx, companyId)
    if (since > head || since < oldest - 1) return { events: [], seq: head, hasMore: false, reset: true }
    const upTo = Math.min(head, since + SYNC_WINDOW)
    const rows = await deps.feed.listVisible(tx, companyId, sessionRooms(session, deps.clock.now()), {
      after: since,
      upTo,
      limit: SYNC_LIMIT + 1,
    })
    const page = rows.slice(0, SYNC_LIMIT)
    const seq = rows.length > SYNC_LIMIT ? (page.at(-1)?.seq ?? upTo) : upTo
    return { events: renderItems(page, deps.sign), seq, hasMore: seq < head, reset: false }
  })
}
