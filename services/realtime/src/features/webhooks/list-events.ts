import type { CompanyId, EventsAnswer } from '@balcao/contracts'
import { AppError } from '@balcao/kernel'

import type { DeliverDeps } from './deliver-event'
import { describeRow } from './dispatch-events'
import { buildPublicEvent } from './public-events'

/** Rows read for one answer. */
const WINDOW = 1_000

/**
 * The company's public events after a sequence, in order; events of one sequence are never parted, so an answer may have a few
 * more than `limit`. @throws {AppError} ERR_EVENTS_GONE when rows after it are dropped already, or it is above the feed's head.
 */
export const listEvents = (
  deps: Pick<DeliverDeps, 'db' | 'feed' | 'signForProgram'>,
  companyId: CompanyId,
  { after, limit }: { after: number; limit: number },
): Promise<EventsAnswer> =>
  deps.db.withTenant(companyId, async (tx) => {
    const { oldest, head } = await deps.feed.readBounds(tx, companyId)
    // 0 begins with the oldest that is kept.
    if (after > head || (after > 0 && after < oldest - 1)) throw new AppError('ERR_EVENTS_GONE')
    const rows = await deps.feed.listAfter(tx, companyId, after, WINDOW)
    const events: EventsAnswer['events'] = []
    let nextAfter = after
    for (const row of rows) {
      if (events.length >= limit) break
      const built = describeRow(row).map(({ event, described }) =>
        buildPublicEvent(event, described, { sequence: row.seq, sign: deps.signForProgram }),
      )
      events.push(...built)
      nextAfter = row.seq
    }
    return { events, nextAfter, hasMore: nextAfter < head }
  })
