import { setTimeout as delay } from 'node:timers/promises'

const PATIENCE_MS = 90_000
const LOOK_MS = 500

/** What is missing, by name. */
export type Missing = Record<string, number>

const sum = (missing: Missing) => Object.values(missing).reduce((total, count) => total + count, 0)

/**
 * Waits until all counts are 0, without a time limit while their sum shrinks.
 * @throws when the sum did not shrink for 90 s; the message lists the remaining counts
 */
export async function waitWhileShrinking(what: string, look: () => Promise<Missing>): Promise<void> {
  let [least, lastAt] = [Infinity, performance.now()]
  let missing: Missing = {}
  for (;;) {
    try {
      missing = await look()
      if (sum(missing) === 0) return
      if (sum(missing) < least) [least, lastAt] = [sum(missing), performance.now()]
    } catch (error) {
      // The queried process may be down.
      if (performance.now() - lastAt > PATIENCE_MS) throw error
    }
    if (performance.now() - lastAt > PATIENCE_MS) {
      const rest = Object.entries(missing).filter(([, count]) => count > 0)
      throw new Error(
        `${what}: for ${PATIENCE_MS / 1_000} s nothing came of ${JSON.stringify(Object.fromEntries(rest))}`,
      )
    }
    await delay(LOOK_MS)
  }
}
