import { SECOND } from '@balcao/kernel'
import { Client, type QueryConfig } from 'pg'

import type { PostgresServer } from '../postgres'
import { decideGenerations, listAhead, type Generations } from './decide-generations'
import { countHolders } from './shard-locks'

/** Part of the advisory lock keys, with the schema's name. */
const LOCK_SPACE = 'balcao generations'
/* Numbers of the locks; `countHolders` counts those of the first. */
const PUBLISHING = 0
const SWITCHING = 1

/** Payload of the notification that asks the relays of a schema to release the generations of its topics. */
export const RELEASE_GENERATIONS = 'generations'

interface TopicGeneration {
  topic: string
  generation: number
}

const keyOf = (schema: string) => `${LOCK_SPACE} ${schema}`

/**
 * The generations that the schema's topics are published to, by topic, with the lock that keeps them until the session ends; undefined while a command has the
 * lock, or waits for it: a waiting exclusive lock goes before shared ones that are asked for later.
 * @param first the same schema on the first primary, given on every other one: it decides on what is prepared here.
 * @throws {Error} while something is prepared and the first primary cannot be asked
 */
export async function holdGenerations(
  client: Client,
  schema: string,
  first?: PostgresServer,
): Promise<Generations | undefined> {
  const { rows } = await client.query<{ isHeld: boolean }>(
    'SELECT pg_try_advisory_lock_shared(hashtext($1), $2) AS "isHeld"',
    [keyOf(schema), PUBLISHING],
  )
  if (!rows[0]?.isHeld) return undefined
  // Statements of their own: their snapshots are taken when the lock is held.
  const declared = await readGenerations(client, schema)
  if (!first) return declared
  const prepared = await readTable(client, `${schema}.prepared_generations`)
  if (listAhead(prepared, declared).length === 0) return declared
  const ofFirst = await readFirst(first, schema)
  if (ofFirst) return decideGenerations(declared, ofFirst)
  await client.query('SELECT pg_advisory_unlock_shared(hashtext($1), $2)', [keyOf(schema), PUBLISHING])
  return undefined
}

/** By a session of its own, whose lock says that no command decides meanwhile. */
async function readFirst(first: PostgresServer, schema: string): Promise<Generations | undefined> {
  const client = new Client({
    ...first,
    application_name: `balcao ${schema} relay of another primary`,
    connectionTimeoutMillis: 5 * SECOND,
    query_timeout: 15 * SECOND,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await holdGenerations(client, schema)
  } catch (cause) {
    throw new Error(
      `the first primary decides on a generation that is prepared here, and could not be asked: ${String(cause)}`,
      { cause },
    )
  } finally {
    await client.end()
  }
}

/** @param schema one that `schemaName` made: it needs no quoting. */
export const readGenerations = (client: Client, schema: string): Promise<Generations> =>
  readTable(client, `${schema}.topic_generations`)

async function readTable(client: Client, table: string): Promise<Generations> {
  const { rows } = await client.query<{ topic: string; generation: number }>(
    `SELECT topic, generation FROM ${table}`,
  )
  return new Map(rows.map(({ topic, generation }) => [topic, generation]))
}

/** Waits until no relay of the schema holds its generations, as long as the session's statements may take, or until there is no answer within that time; those that come wait. */
export async function lockGenerations(client: Client, schema: string, withinMs: number): Promise<void> {
  // Known to pg, and not to its types.
  const patient: QueryConfig & { query_timeout: number } = {
    text: 'SELECT pg_advisory_lock(hashtext($1), $2)',
    values: [keyOf(schema), PUBLISHING],
    query_timeout: withinMs,
  }
  await client.query(patient)
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
export const writeGeneration = (client: Client, schema: string, written: TopicGeneration): Promise<void> =>
  writeTable(client, `${schema}.topic_generations`, written)

/** As `writeGeneration`, on a primary that is not the first. Its relays use it once the first one has declared it. */
export const prepareGeneration = (client: Client, schema: string, written: TopicGeneration): Promise<void> =>
  writeTable(client, `${schema}.prepared_generations`, written)

async function writeTable(
  client: Client,
  table: string,
  { topic, generation }: TopicGeneration,
): Promise<void> {
  await client.query(
    `INSERT INTO ${table} (topic, generation) VALUES ($1, $2)
     ON CONFLICT (topic) DO UPDATE SET generation = excluded.generation`,
    [topic, generation],
  )
}

/** What is prepared there and is not later than what it declares, or was given up before the first primary declared it. */
export async function forgetPrepared(client: Client, schema: string, topic: string): Promise<void> {
  await client.query(`DELETE FROM ${schema}.prepared_generations WHERE topic = $1`, [topic])
}

/** Relays of the schema, and how many of them hold its generations. */
export const countGenerationHolders = (client: Client, schema: string) =>
  countHolders(client, schema, keyOf(schema))

export async function askForRelease(client: Client, schema: string): Promise<void> {
  await client.query(`NOTIFY outbox_${schema}, '${RELEASE_GENERATIONS}'`)
}

/** Wakes the relays that wait for the lock. */
export async function wakeRelays(client: Client, schema: string): Promise<void> {
  await client.query(`NOTIFY outbox_${schema}`)
}
