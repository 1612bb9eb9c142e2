import type { Database, Tx } from './database.port'

/** What the primaries that answered have, and why the first of the others did not. */
export interface ListedOnPrimaries<T> {
  items: T[]
  failure: Error | undefined
}

const toError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)))

/** Lists in platform scope on every primary. One that is away hides its own companies' rows only. */
export async function listOnPrimaries<T>(
  db: Database,
  work: (tx: Tx) => Promise<readonly T[]>,
): Promise<ListedOnPrimaries<T>> {
  const answers = await db.onEachPrimary(work)
  const failed = answers.find((answer) => answer.status === 'rejected')
  return {
    items: answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : [])),
    failure: failed && toError(failed.reason),
  }
}

/**
 * The first row found in platform scope, on whichever primary.
 * @throws the failure of a primary when no other one has it: then it is unknown whether it exists.
 */
export async function findOnPrimaries<T>(
  db: Database,
  work: (tx: Tx) => Promise<T | undefined>,
): Promise<T | undefined> {
  const { items, failure } = await listOnPrimaries(db, async (tx) => {
    const found = await work(tx)
    return found === undefined ? [] : [found]
  })
  if (items.length === 0 && failure) throw failure
  return items[0]
}

/** Writes in platform scope on every primary. @throws the failure when none of them took it. */
export async function writeOnPrimaries(db: Database, work: (tx: Tx) => Promise<void>): Promise<void> {
  const { items, failure } = await listOnPrimaries(db, async (tx) => {
    await work(tx)
    return [true]
  })
  if (items.length === 0 && failure) throw failure
}
