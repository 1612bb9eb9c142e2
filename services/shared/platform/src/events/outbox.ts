import { encodeEvent, topics, type DeskEvent } from '@balcao/contracts/wire'
import type { EventLog, Tx } from '@balcao/kernel'

import { afterCommit, executeUnawaited, onTransactionEnd, queryUnawaited } from '../postgres'
import { currentTraceparent } from '../telemetry/tracing'
import type { OutboxHints } from './outbox-hints'
import type { UnsentRow } from './relay-window'
import { hashToShard } from './shards'

type NewRow = Omit<UnsentRow, 'seq' | 'createdAt'>

const INSERT = `INSERT INTO outbox (id, company_id, ordering_key, shard, topic, type, body)
  SELECT * FROM unnest($1::uuid[], $2::int[], $3::text[], $4::smallint[], $5::text[], $6::text[], $7::json[])`

/**
 * Appends to the outbox of the transaction's own schema.
 * @param hints tells the schema's relay in this process after the commit.
 */
export function createEventLog(schema: string, hints?: OutboxHints): EventLog {
  return {
    append(tx, events) {
      if (events.length === 0) return Promise.resolve()
      const rows = events.map((event) => toRow(schema, event))
      if (hints?.carriesRows) appendCarried(tx, schema, rows, hints)
      else {
        executeUnawaited(tx, INSERT, toColumns(rows))
        if (hints) afterCommit(tx, () => hints.announce(schema))
      }
      return Promise.resolve()
    },
  }
}

function appendCarried(tx: Tx, schema: string, rows: readonly NewRow[], hints: OutboxHints): void {
  const appending = hints.append(
    schema,
    rows.map(({ orderingKey }) => orderingKey),
  )
  const positions = new Map<string, Pick<UnsentRow, 'seq' | 'createdAt'>>()
  onTransactionEnd(tx, (end) => {
    const written = rows.flatMap((row) => {
      const position = positions.get(row.eventId)
      return position ? [{ ...row, ...position }] : []
    })
    appending.ended(end, written)
  })
  queryUnawaited<{ id: string; seq: number; created_at: string }>(
    tx,
    `${INSERT} RETURNING id, seq, created_at::text`,
    toColumns(rows),
    (answered) => {
      for (const { id, seq, created_at: createdAt } of answered) positions.set(id, { seq, createdAt })
    },
  )
}

const toRow = (schema: string, event: DeskEvent): NewRow => ({
  schema,
  shard: hashToShard(event.orderingKey),
  topic: topics[event.body.$case],
  type: event.body.$case,
  eventId: event.eventId,
  companyId: event.companyId,
  orderingKey: event.orderingKey,
  body: encodeEvent({ ...event, traceparent: event.traceparent || currentTraceparent() }),
})

const toColumns = (rows: readonly NewRow[]): unknown[][] => [
  rows.map((row) => row.eventId),
  rows.map((row) => row.companyId),
  rows.map((row) => row.orderingKey),
  rows.map((row) => row.shard),
  rows.map((row) => row.topic),
  rows.map((row) => row.type),
  rows.map((row) => JSON.stringify(row.body)),
]
