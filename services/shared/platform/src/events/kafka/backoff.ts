import { setTimeout as delay } from 'node:timers/promises'

import { SECOND } from '@balcao/kernel'

const FIRST_MS = 200
const LONGEST_MS = 3 * SECOND

/** How long to wait after so many failures in a row. Spread, so that a broker that is back is not stormed. */
export const backoffMs = (failures: number): number =>
  Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.max(0, failures - 1)) * (0.5 + Math.random() / 2)

/** True when the work ended in time; afterwards it goes on unwatched. @throws what the work threw in time. */
export async function within(ms: number, work: Promise<unknown>): Promise<boolean> {
  const timer = new AbortController()
  const ended = work.then(
    () => true,
    (error: unknown) => {
      if (!timer.signal.aborted) throw error
      return false
    },
  )
  const tooLate = delay(ms, false, { signal: timer.signal }).catch(() => false)
  try {
    return await Promise.race([ended, tooLate])
  } finally {
    timer.abort()
  }
}
