import { decodeEvent, isCase, type DeskEvent, type DeskEventCase } from '@balcao/contracts/wire'
import type { Subscription } from '@balcao/kernel'

import type { TestDatabase } from '../database/test-database'

interface OutboxRow {
  seq: string
  topic: string
  body: unknown
}

/** All events that a schema has appended, oldest first; optionally of one case. */
export async function readOutbox<C extends DeskEventCase = DeskEventCase>(
  pg: TestDatabase,
  schema: string,
  $case?: C,
): Promise<DeskEvent<C>[]> {
  const rows = await pg.sql<OutboxRow>(`SELECT seq, topic, body FROM ${schema}.outbox ORDER BY seq`)
  const events = rows.map((row) => decodeEvent(row.body)).filter((event) => event !== undefined)
  return events.filter((event) => !$case || isCase(event, $case)) as unknown as DeskEvent<C>[]
}

/** More rounds than this mean a loop of events. */
const MOST_ROUNDS = 100

/**
 * Hands every unsent event to every subscriber, in order, until nothing is left; events that
 * consumers append are delivered too. A consumer's error fails the test. No relay, no retry, no waiting.
 */
export async function deliverAll(
  pg: TestDatabase,
  schemas: readonly string[],
  subscriptions: readonly Subscription[],
): Promise<void> {
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    let delivered = 0
    for (const schema of schemas) delivered += await deliverFrom(pg, schema, subscriptions)
    if (delivered === 0) return
  }
  throw new Error(`Events still arrive after ${MOST_ROUNDS} rounds`)
}

async function deliverFrom(
  pg: TestDatabase,
  schema: string,
  subscriptions: readonly Subscription[],
): Promise<number> {
  const rows = await pg.sql<OutboxRow>(
    `SELECT seq, topic, body FROM ${schema}.outbox WHERE NOT sent ORDER BY seq`,
  )
  for (const row of rows) {
    const event = decodeEvent(row.body)
    for (const subscription of subscriptions) {
      if (event && subscription.topic === row.topic && subscription.cases.includes(event.body.$case))
        await subscription.handle({ event, attempt: 1 })
    }
    await pg.sql(`UPDATE ${schema}.outbox SET sent = true WHERE seq = $1`, [row.seq])
  }
  return rows.length
}
