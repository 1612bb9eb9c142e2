import { publicEventSchema, type CompanyId } from '@balcao/contracts'
import type { SignMedia } from '@balcao/contracts/wire'
import type { Database } from '@balcao/kernel'

import type { FeedRow, FeedStore } from '../fanout'
import { describeRow } from './dispatch-events'
import type { EventRecord, EventTopic } from './event-topic.port'
import { buildPublicEvent } from './public-events'
import type { PublishedPosition, PublishedPositions } from './published-position.store'

export interface PublishDeps {
  db: Database
  feed: FeedStore
  positions: PublishedPositions
  topic: EventTopic
  /** Signs links for programs, which count for an hour. */
  signForProgram: SignMedia
  onPublished(count: number): void
  /** Rows were dropped from the feed before the topic had them. */
  onMissed(missed: { companyId: CompanyId; after: number; next: number }): void
}

const ROWS_AT_ONCE = 200

interface SequencedRecord {
  seq: number
  record: EventRecord
}

/** The records of a feed row, in order; none for what is only for screens and for what is erased. */
export function buildRecords(companyId: CompanyId, row: FeedRow, sign: SignMedia): SequencedRecord[] {
  const { seq } = row
  return describeRow(row).map(({ event, described }) => {
    const body = buildPublicEvent(event, described, { sequence: seq, sign })
    return {
      seq,
      record: {
        key: `${companyId}/${event.orderingKey}`,
        value: JSON.stringify(body),
        headers: {
          id: body.id,
          event: body.event,
          'company-id': String(companyId),
          sequence: String(seq),
          schema: publicEventSchema,
          'content-type': 'application/json',
        },
      },
    }
  })
}

interface Page {
  records: SequencedRecord[]
  /** Position once all records are written. */
  end: number
  hasMore: boolean
  /** First row that the feed still has, where rows before it were not read. */
  missedUpTo: number | undefined
}

const readPage = (
  { db, feed, signForProgram }: PublishDeps,
  { companyId, seq: after }: PublishedPosition,
): Promise<Page> =>
  db.withTenant(companyId, async (tx) => {
    const { oldest, head } = await feed.readBounds(tx, companyId)
    const rows = await feed.listAfter(tx, companyId, after, ROWS_AT_ONCE)
    return {
      records: rows.flatMap((row) => buildRecords(companyId, row, signForProgram)),
      // Without rows: all up to the head, which was read before them, are dropped from the feed.
      end: rows.at(-1)?.seq ?? head,
      hasMore: rows.length === ROWS_AT_ONCE,
      missedUpTo: after > 0 && oldest > after + 1 ? oldest : undefined,
    }
  })

/* False when another process was faster, or the company is erased. */
async function advance({ db, positions }: PublishDeps, position: PublishedPosition, seq: number) {
  if (seq === position.seq) return true
  return db.withTenant(position.companyId, (tx) => positions.advance(tx, position, seq))
}

/* The position from which the company goes on; undefined once there is no more to do. */
async function publishPage(
  deps: PublishDeps,
  position: PublishedPosition,
  write: (records: readonly EventRecord[]) => Promise<number>,
): Promise<PublishedPosition | undefined> {
  const { companyId } = position
  const { records, end, hasMore, missedUpTo } = await readPage(deps, position)
  const written = await write(records.map(({ record }) => record))
  const refused = records[written]
  // Events of one row are never parted.
  const seq = refused ? refused.seq - 1 : end
  if (!(await advance(deps, position, seq))) return undefined
  deps.onPublished(written)
  if (missedUpTo !== undefined) deps.onMissed({ companyId, after: position.seq, next: missedUpTo })
  if (refused)
    throw new Error(
      `event ${refused.record.headers.id} of company ${companyId} is larger than the topic takes`,
    )
  return hasMore ? { companyId, seq } : undefined
}

/**
 * Writes to the topic what the feeds have since each company's position, companies in turn, at least once: a position moves when the
 * brokers have the events. A feed's rows become visible in the order of `seq`, so a position passes over none. No transaction is open
 * while brokers are asked. A company that fails waits for the next run, the others go on.
 * @throws {AggregateError} of the companies that failed; at once when no broker answers
 */
export async function publishEvents(deps: PublishDeps, signal: AbortSignal): Promise<void> {
  const failures: unknown[] = []
  let isAway = false
  const write = async (records: readonly EventRecord[]) => {
    isAway = true
    const written = await deps.topic.write(records, signal)
    isAway = false
    return written
  }
  // Platform scope: feeds of every company.
  let behind = await deps.db.asPlatform((tx) => deps.positions.listBehind(tx))
  while (behind.length > 0) {
    const further: PublishedPosition[] = []
    for (const position of behind) {
      if (signal.aborted) return
      try {
        const next = await publishPage(deps, position, write)
        if (next) further.push(next)
      } catch (error) {
        if (isAway) throw error
        failures.push(error)
      }
    }
    behind = further
  }
  if (failures.length > 0) throw new AggregateError(failures, 'companies whose events were not published')
}
