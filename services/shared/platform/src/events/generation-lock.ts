import type { Client } from 'pg'

import { countSharers } from './shard-locks'

/** Part of the advisory lock keys, with the schema's name. */
const LOCK_SPACE = 'balcao generations'
/* Numbers of the locks; `countSharers` counts those of the first. */
const PUBLISHING = 0
const SWITCHING = 1

/** Payload of the notification that asks the relays of a schema to release the generations of its topics. */
export const RELEASE_GENERATIONS = 'generations'

const keyOf = (schema: string) => `${LOCK_SPACE} ${schema}`

/**
 * The generations that the schema's topics are published to, by topic, with the lock that keeps them until the session ends; undefined while a command has the
 * lock, or waits for it: a waiting exclusive lock goes before shared ones that are asked for later.
 */
export async function holdGenerations(
  client: Client,
  schema: string,
): Promise<ReadonlyMap<string, number> | undefined> {
  const { rows } = await client.query<{ isHeld: boolean }>(
    'SELECT pg_try_advisory_lock_shared(hashtext($1), $2) AS "isHeld"',
    [keyOf(schema), PUBLISHING],
  )
  // A statement of its own: its snapshot is taken when the lock is held.
  return rows[0]?.isHeld ? readGenerations(client, schema) : undefined
}

/** @param schema one that `schemaName` made: it needs no quoting. */
export async function readGenerations(client: Client, schema: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await client.query<{ topic: string; generation: number }>(
    `SELECT topic, generation FROM ${schema}.topic_generations`,
  )
  return new Map(rows.map(({ topic, generation }) => [topic, generation]))
}

/** Waits until no relay of the schema holds its generations, as long as the session's statements may take; those that come wait. */
export async function lockGenerations(client: Client, schema: string): Promise<void> {
  await client.query('SELECT pg_advisory_lock(hashtext($1), $2)', [keyOf(schema), PUBLISHING])
}

export async function unlockGenerations(client: Client, schema: string): Promise<void> {
  await client.query('SELECT pg_advisory_unlock(hashtext($1), $2)', [keyOf(schema), PUBLISHING])
}

/** False while another command changes the schema's generations. Held until the session ends. */
export async function beOnlySwitch(client: Client, schema: string): Promise<boolean> {
  const { rows } = await client.query<{ isHeld: boolean }>(
    'SELECT pg_try_advisory_lock(hashtext($1), $2) AS "isHeld"',
    [keyOf(schema), SWITCHING],
  )
  return rows[0]?.isHeld ?? false
}

/** By the session that has the lock: without it nothing is written. */
export async function writeGeneration(
  client: Client,
  schema: string,
  { topic, generation }: { topic: string; generation: number },
): Promise<void> {
  await client.query(
    `INSERT INTO ${schema}.topic_generations (topic, generation) VALUES ($1, $2)
     ON CONFLICT (topic) DO UPDATE SET generation = excluded.generation`,
    [topic, generation],
  )
}

/** Relays of the schema that hold its generations. */
export const countHolders = (client: Client, schema: string): Promise<number> =>
  countSharers(client, keyOf(schema))

export async function askForRelease(client: Client, schema: string): Promise<void> {
  await client.query(`NOTIFY outbox_${schema}, '${RELEASE_GENERATIONS}'`)
}

/** Wakes the relays that wait for the lock. */
export async function wakeRelays(client: Client, schema: string): Promise<void> {
  await client.query(`NOTIFY outbox_${schema}`)
}
