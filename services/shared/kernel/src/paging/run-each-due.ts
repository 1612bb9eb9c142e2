export interface EachItem<T> {
  items: readonly T[]
  run(item: T): Promise<unknown>
  /** Items that run at once; one unless said. */
  atOnce?: number
}

export interface EachDueItem<T> extends Omit<EachItem<T>, 'items'> {
  /** Items of a page; one with fewer is the last. */
  size: number
  /** The items behind this one, in an order that running them does not change. */
  list(after: T | undefined, size: number): Promise<readonly T[]>
}

/** A page that a store lists, in the order of a key. */
export interface DuePage<K> {
  /** The last key of the page before; undefined for the first page. */
  after: K | undefined
  limit: number
}

async function collectFailures<T>(
  { items, run, atOnce = 1 }: EachItem<T>,
  signal: AbortSignal,
): Promise<unknown[]> {
  const failures: unknown[] = []
  const rest = items.values()
  const runRest = async () => {
    for (const item of rest) {
      if (signal.aborted) return
      await run(item).catch((error: unknown) => failures.push(error))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, runRest))
  return failures
}

/* The job's runner logs and counts each. */
function throwFailures(failures: readonly unknown[]): void {
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} items failed`)
}

/** Runs each item: one that fails keeps no other waiting. @throws {AggregateError} the failures, once all has run */
export async function runEach<T>(each: EachItem<T>, signal: AbortSignal): Promise<void> {
  throwFailures(await collectFailures(each, signal))
}

/**
 * Runs each due item once, of all pages: one that fails, or is due afterwards too, keeps no other waiting.
 * @throws {AggregateError} the failures, once all has run
 */
export async function runEachDue<T>(
  { size, list, ...each }: EachDueItem<T>,
  signal: AbortSignal,
): Promise<void> {
  const failures: unknown[] = []
  for (let after: T | undefined, hasMore = true; hasMore && !signal.aborted;) {
    const items = await list(after, size)
    failures.push(...(await collectFailures({ items, ...each }, signal)))
    after = items.at(-1)
    hasMore = items.length === size
  }
  throwFailures(failures)
}

export interface EachInRounds<T> {
  items: readonly T[]
  mostRounds: number
  /** Runs one batch of the item; answers whether it may have more. */
  runBatch(item: T): Promise<boolean>
}

/**
 * Runs a batch of each item, then the next of those that may have more. One that fails keeps no other waiting, and is left out of the
 * rounds after.
 * @throws {AggregateError} the failures, once the others are done
 */
export async function runInRounds<T>(
  { items, mostRounds, runBatch }: EachInRounds<T>,
  signal: AbortSignal,
): Promise<void> {
  const failures: unknown[] = []
  let left = items
  for (let round = 0; round < mostRounds && left.length > 0 && !signal.aborted; round += 1) {
    const unfinished: T[] = []
    const run = async (item: T) => {
      if (await runBatch(item)) unfinished.push(item)
    }
    failures.push(...(await collectFailures({ items: left, run }, signal)))
    left = unfinished
  }
  throwFailures(failures)
}
