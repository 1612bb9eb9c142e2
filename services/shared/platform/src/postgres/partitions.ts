import { backoffMs, DAY, type Database } from '@balcao/kernel'

import { MADE_AHEAD_DAYS } from './partition-table'
import { readPgCode } from './pg-errors'
import { query } from './transaction'

const LOCK_NOT_AVAILABLE = '55P03'
const TRIES = 20
/** Rows of the default partition that one statement deletes; the SQL function has the same number. */
const SWEPT_AT_ONCE = 50_000

const DROP = `
  SELECT drop_old_partition($1, $2) AS done
  WHERE NOT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass($1) AND relreplident = 'f')`

/** A time-partitioned table of a schema, and the age at which its rows are old. */
export interface Retention {
  db: Database
  table: string
  now: Date
  keepMs: number
}

/**
 * Creates the partitions of the next days and drops those whose rows are all old, each in its own transaction. Waits for locks
 * 200 ms at a time: statements that queue behind it wait no longer than that.
 * @throws when a lock was not free in 20 tries, about two minutes.
 */
export async function keepPartitions(retention: Retention, signal: AbortSignal): Promise<void> {
  const { table, now, keepMs } = retention
  const ask = askWhenFree(retention.db, signal)
  const ahead = new Date(now.getTime() + MADE_AHEAD_DAYS * DAY)
  const before = new Date(now.getTime() - keepMs)
  await ask('SELECT add_partitions($1, $2, $3) AS done', [table, now, ahead])
  // Not while a company moves: what is kept of a partition is inserted once more, and would arrive twice.
  while (await ask(DROP, [table, before]));
  while (
    Number(await ask('SELECT sweep_default_partition($1, $2) AS done', [table, before])) >= SWEPT_AT_ONCE
  );
}

/** Runs in the platform scope: partitions have rows of every company. Undefined once the signal is aborted. */
function askWhenFree(db: Database, signal: AbortSignal) {
  return async (statement: string, params: readonly unknown[]): Promise<unknown> => {
    for (let failures = 0; !signal.aborted;) {
      try {
        const [row] = await db.asPlatform((tx) => query<{ done: unknown }>(tx, statement, params))
        return row?.done
      } catch (error) {
        failures += 1
        if (readPgCode(error) !== LOCK_NOT_AVAILABLE || failures === TRIES) throw error
        await pauseUntil(signal, backoffMs(failures, { firstMs: 100, longestMs: 8_000 }, Math.random()))
      }
    }
    return undefined
  }
}

/** Ends early when the signal is aborted. */
const pauseUntil = (signal: AbortSignal, ms: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    const end = () => {
      clearTimeout(timer)
      resolve()
    }
    signal.addEventListener('abort', end, { once: true })
  })
