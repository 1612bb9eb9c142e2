import type { CompanyId } from '@balcao/contracts'

/**
 * Does a batch of each company, then the next of those that may have more, at most so many times. One that fails keeps no other waiting,
 * and is left out of the rounds after.
 * @param doBatch whether the company may have more
 * @throws {AggregateError} what failed, once the others are done
 */
export async function inRounds(
  companies: readonly CompanyId[],
  doBatch: (companyId: CompanyId) => Promise<boolean>,
  { mostRounds, signal }: { mostRounds: number; signal: AbortSignal },
): Promise<void> {
  const failures: unknown[] = []
  let left = companies
  for (let round = 0; round < mostRounds && left.length > 0 && !signal.aborted; round += 1) {
    const unfinished: CompanyId[] = []
    for (const companyId of left) {
      if (signal.aborted) break
      try {
        if (await doBatch(companyId)) unfinished.push(companyId)
      } catch (error) {
        failures.push(error)
      }
    }
    left = unfinished
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} batches failed`)
}
