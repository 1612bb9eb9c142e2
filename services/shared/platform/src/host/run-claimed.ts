export interface ClaimedWork<T> {
  /** Pieces that run at once. */
  atOnce: number
  /** Claims due pieces, `limit` at most. */
  claim(limit: number): Promise<T[]>
  run(piece: T): Promise<void>
  /** Claims again once it resolves, while pieces still run: without it only when one ends. */
  lookAgain?(): Promise<void>
}

/**
 * Claims and runs until nothing is due: a piece that ends makes room for the next one, whichever others still run.
 * @throws {AggregateError} the failures, once all has run.
 */
export async function runClaimed<T>(
  { atOnce, claim, run, lookAgain }: ClaimedWork<T>,
  signal: AbortSignal,
): Promise<void> {
  const running = new Set<Promise<void>>()
  const failures: unknown[] = []
  let ended = 0
  for (;;) {
    const room = signal.aborted ? 0 : atOnce - running.size
    const endedBefore = ended
    const claimed = room > 0 ? await claim(room) : []
    for (const piece of claimed) {
      const ran: Promise<void> = run(piece)
        .catch((error: unknown) => void failures.push(error))
        .finally(() => {
          running.delete(ran)
          ended += 1
        })
      running.add(ran)
    }
    if (running.size > 0) await Promise.race([...running, ...(lookAgain && room > 0 ? [lookAgain()] : [])])
    // A piece that ended while the claim looked may have made another one due, which the claim could not see.
    else if (room === 0 || ended === endedBefore) break
  }
  if (failures.length > 0) throw new AggregateError(failures, 'claimed work failed')
}
