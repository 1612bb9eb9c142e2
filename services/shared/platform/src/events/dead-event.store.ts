import type { Tx } from '@balcao/kernel'

import { execute, query, rawSql, sql } from '../postgres'
import type { TransportedEvent } from './event-transport.port'

/** An event that a group parked after its retries, in the consumer's schema. */
export interface DeadEvent {
  id: number
  consumer: string
  eventId: string
  companyId: number
  orderingKey: string
  topic: string
  type: string
  body: unknown
  attempts: number
  error: string
  diedAt: Date
}

const COLUMNS =
  rawSql(`id, consumer, event_id AS "eventId", company_id AS "companyId", ordering_key AS "orderingKey",
  topic, type, body, attempts, error, died_at AS "diedAt"`)

export interface FailedDelivery {
  consumer: string
  row: TransportedEvent
  attempts: number
  error: string
}

/** Idempotent: a repeat keeps the first. */
export const parkEvent = (tx: Tx, death: FailedDelivery): Promise<number> =>
  execute(
    tx,
    sql`INSERT INTO dead_events (consumer, event_id, company_id, ordering_key, topic, type, body, attempts, error)
     VALUES (${death.consumer}, ${death.row.eventId}, ${death.row.companyId}, ${death.row.orderingKey}, ${death.row.topic}, ${death.row.type}, ${JSON.stringify(death.row.body)}::json, ${death.attempts}, ${death.error}) ON CONFLICT (consumer, event_id) DO NOTHING`,
  )

/** Newest first, below `beforeId`. */
export const listDeadEvents = (tx: Tx, page: { beforeId?: number; size: number }): Promise<DeadEvent[]> =>
  query<DeadEvent>(
    tx,
    sql`SELECT ${COLUMNS} FROM dead_events WHERE id < ${page.beforeId ?? Number.MAX_SAFE_INTEGER}
      ORDER BY id DESC LIMIT ${page.size}`,
  )

/** Oldest first, above `afterId`: events parked with one of these errors, of one of these types. */
export const deadEventsAs = (
  tx: Tx,
  death: { errors: readonly string[]; types: readonly string[] },
  page: { afterId: number; size: number },
): Promise<DeadEvent[]> =>
  query<DeadEvent>(
    tx,
    sql`SELECT ${COLUMNS} FROM dead_events
      WHERE error = ANY(${death.errors}) AND type = ANY(${death.types}) AND id > ${page.afterId} ORDER BY id LIMIT ${page.size}`,
  )

export async function findDeadEvent(tx: Tx, id: number): Promise<DeadEvent | undefined> {
  const [found] = await query<DeadEvent>(tx, sql`SELECT ${COLUMNS} FROM dead_events WHERE id = ${id}`)
  return found
}

export const deleteDeadEvent = (tx: Tx, id: number): Promise<number> =>
  execute(tx, sql`DELETE FROM dead_events WHERE id = ${id}`)

export const saveFailedReplay = (tx: Tx, id: number, error: string): Promise<number> =>
  execute(
    tx,
    sql`UPDATE dead_events SET attempts = attempts + 1, error = ${error}, died_at = now() WHERE id = ${id}`,
  )
