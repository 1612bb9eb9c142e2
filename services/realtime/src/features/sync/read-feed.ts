import type { CompanyId, FeedItem, SyncAnswer } from '@balcao/contracts'
import type { SignMedia } from '@balcao/contracts/wire'
import { SECOND, type Clock, type Database, type Session, type Tx } from '@balcao/kernel'

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

const findRecent = async (
  { feed, clock }: SyncDeps,
  tx: Tx,
  companyId: CompanyId,
  age: number | undefined,
): Promise<number | undefined> =>
  age === undefined
    ? 0
    : feed.findPosition(tx, companyId, new Date(clock.now().getTime() - age * SECOND), SYNC_LIMIT)

const renderItems = (rows: readonly FeedRow[], sign: SignMedia): FeedItem[] =>
  rows.flatMap((row) => {
    const live = renderRow(row, sign)
    return live?.frame ? [toFeedItem(live.seq, live.frame)] : []
  })

/**
 * Events after `since` that the caller may see, in order, by present rights; rooms joined
 * by request (open conversations) do not count. At most 500 events and 5,000 rows at a time.
 * `reset` when rows after `since` are deleted already, or `since` lies beyond the feed.
 * @param range with `age`, in seconds, what was written before is left out; `reset` when more than 500 rows were written since.
 */
export async function readFeed(
  deps: SyncDeps,
  session: Session,
  range: { since: number; age?: number | undefined },
): Promise<SyncAnswer> {
  const { companyId } = session
  return deps.db.withTenant(companyId, async (tx) => {
    const [{ oldest, head }, recent] = await Promise.all([
      deps.feed.readBounds(tx, companyId),
      findRecent(deps, tx, companyId, range.age),
    ])
    const since = recent === undefined ? -1 : Math.max(range.since, recent)
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
