import type { Client } from 'pg'

/** Part of the advisory lock keys, with the schema's name. */
const LOCK_SPACE = 'balcao outbox'
const SEATS = 'balcao relays'

/** The session's process id, which its own notifications carry. */
export async function readBackendId(client: Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  return rows[0]?.pid
}

/** Counts this session among the schema's relays until it ends. */
export async function takeSeat(client: Client, schema: string): Promise<void> {
  await client.query('SELECT pg_advisory_lock_shared(hashtext($1), 0)', [`${SEATS} ${schema}`])
}

/* Sessions of this database that have the shared advisory lock of the name in that parameter and number 0. */
const listSharers = (parameter: string): string =>
  // pg_locks shows the signed key as an unsigned oid.
  `SELECT pid FROM pg_locks
   WHERE locktype = 'advisory' AND granted AND mode = 'ShareLock'
     AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
     AND classid::bigint = (hashtext(${parameter})::bigint & 4294967295) AND objid = 0`

/** The schema's relays of all processes, this one included; one at least. */
export async function countRelays(client: Client, schema: string): Promise<number> {
  const { rows } = await client.query<{ relays: number }>({
    name: 'count relays',
    text: `SELECT count(*)::int AS relays FROM (${listSharers('$1')}) AS seats`,
    values: [`${SEATS} ${schema}`],
  })
  return Math.max(1, rows[0]?.relays ?? 0)
}

/** The schema's relays, and how many of them have the shared lock of this name and number 0, too. */
export async function countHolders(
  client: Client,
  schema: string,
  lockName: string,
): Promise<{ relays: number; holders: number }> {
  const { rows } = await client.query<{ relays: number; holders: number }>(
    `SELECT count(*)::int AS relays, count(held.pid)::int AS holders
     FROM (${listSharers('$1')}) AS seats LEFT JOIN (${listSharers('$2')}) AS held USING (pid)`,
    [`${SEATS} ${schema}`, lockName],
  )
  return rows[0] ?? { relays: 0, holders: 0 }
}

/** Locks up to `most` of these shards, those that no other relay holds. */
export async function lockFreeShards(
  client: Client,
  schema: string,
  wanted: readonly number[],
  most: number,
): Promise<number[]> {
  const { rows } = await client.query<{ shard: number }>(
    'SELECT shard FROM unnest($1::int[]) AS wanted (shard) WHERE pg_try_advisory_lock(hashtext($2), shard) LIMIT $3',
    [wanted, `${LOCK_SPACE} ${schema}`, most],
  )
  return rows.map(({ shard }) => shard)
}

export async function unlockShard(client: Client, schema: string, shard: number): Promise<void> {
  await client.query('SELECT pg_advisory_unlock(hashtext($1), $2)', [`${LOCK_SPACE} ${schema}`, shard])
}
