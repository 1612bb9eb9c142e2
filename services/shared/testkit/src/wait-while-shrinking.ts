import { setTimeout as delay } from 'node:timers/promises'

const PATIENCE_MS = 90_000
const LOOK_MS = 500

/** What is missing, by name. */
export type Missing = Record<string, number>

const sum = (missing: Missing) => Object.values(missing).reduce((total, count) => total + count, 0)

/**
 * Waits until nothing is missing, however long that takes on a slow machine, as long as it becomes less.
 * @throws when for 90 s nothing came; what is missing by then is in the message
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
      // Somebody who is asked may just be away.
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
