import type { Database, Tx } from '@balcao/kernel'

/* Where in a transaction a process is killed: before it, before its commit, or after it. */
const KILL_POINTS = ['before', 'within', 'after'] as const
type KillPoint = (typeof KILL_POINTS)[number]

class Killed extends Error {}

/* A job that goes on with its next item fails in that one too. */
const isKilled = (error: unknown): boolean =>
  error instanceof AggregateError ? error.errors.every(isKilled) : error instanceof Killed

/* A database that ends as for a process that is killed in its nth transaction: that one fails, and all behind it. */
function killedDatabase(db: Database, nth: number, point: KillPoint): Database {
  let left = nth
  const die = (): never => {
    throw new Killed()
  }
  const guard =
    <T>(work: (tx: Tx) => Promise<T>, transact: (work: (tx: Tx) => Promise<T>) => Promise<T>) =>
    async (): Promise<T> => {
      left -= 1
      if (left < 0 || (left === 0 && point === 'before')) die()
      const result = await transact(async (tx) => {
        const value = await work(tx)
        return left === 0 && point === 'within' ? die() : value
      })
      return left === 0 ? die() : result
    }
  return {
    withTenant: (companyId, work) => guard(work, (inner) => db.withTenant(companyId, inner))(),
    asPlatform: (work, of) => guard(work, (inner) => db.asPlatform(inner, of))(),
    onEachPrimary: (work) => Promise.allSettled([guard(work, (inner) => db.asPlatform(inner))()]),
  }
}

/**
 * Runs `run` as a process that is killed in its first transaction, then in its second, and so on at each point of it, until it
 * reaches its end.
 * @returns how many kills that took.
 */
export async function killEverywhere(db: Database, run: (db: Database) => Promise<void>): Promise<number> {
  for (let kills = 0; ; kills += 1) {
    const point = KILL_POINTS[kills % KILL_POINTS.length] ?? 'before'
    const isDone = await run(killedDatabase(db, 1 + Math.floor(kills / KILL_POINTS.length), point)).then(
      () => true,
      (error: unknown) => {
        if (isKilled(error)) return false
        throw error
      },
    )
    if (isDone) return kills
  }
}
