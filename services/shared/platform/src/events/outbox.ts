import { encodeEvent, topics, type DeskEvent } from '@balcao/contracts/wire'
import type { EventLog } from '@balcao/kernel'

import { afterCommit, executeUnawaited } from '../postgres'
import { currentTraceparent } from '../telemetry/tracing'
import type { OutboxHints } from './outbox-hints'
import { hashToShard } from './shards'

/**
 * Appends to the outbox of the transaction's own schema.
 * @param hints wakes the schema's relay in this process after the commit.
 */
export function createEventLog(schema: string, hints?: OutboxHints): EventLog {
  return {
    append(tx, events) {
      if (events.length === 0) return Promise.resolve()
      executeUnawaited(
        tx,
        `INSERT INTO outbox (id, company_id, ordering_key, shard, topic, type, body)
         SELECT * FROM unnest($1::uuid[], $2::int[], $3::text[], $4::smallint[], $5::text[], $6::text[], $7::json[])`,
        toColumns(events),
      )
      if (hints) afterCommit(tx, () => hints.announce(schema))
      return Promise.resolve()
    },
  }
}

function toColumns(events: readonly DeskEvent[]): unknown[][] {
  return [
    events.map((event) => event.eventId),
    events.map((event) => event.companyId),
    events.map((event) => event.orderingKey),
    events.map((event) => hashToShard(event.orderingKey)),
    events.map((event) => topics[event.body.$case]),
    events.map((event) => event.body.$case),
    events.map((event) =>
      JSON.stringify(encodeEvent({ ...event, traceparent: event.traceparent || currentTraceparent() })),
    ),
  ]
}
