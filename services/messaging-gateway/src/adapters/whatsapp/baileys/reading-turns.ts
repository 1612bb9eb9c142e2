import { setImmediate as nextTurn } from 'node:timers/promises'

import type { CompanyId } from '@balcao/contracts'
import { FairSlots } from '@balcao/kernel'

/** Companies whose histories and settings are read at once in a process. */
const AT_ONCE = 2

/** Runs a piece of a long reading when it is the company's turn. */
export type InTurn = <T>(piece: () => Promise<T>) => Promise<T>

/**
 * Histories and settings of phones are read on the event loop and into the database that all sessions share. A company reads one piece at
 * a time, however many of its phones were linked, and companies go round; what waits is read later, nothing is refused.
 */
export function createReadingTurns(): (companyId: CompanyId) => InTurn {
  const slots = new FairSlots<CompanyId>({ atOnce: AT_ONCE, atOncePerKey: 1, waitingPerKey: Infinity })
  return (companyId) => async (piece) => {
    const release = await slots.take(companyId)
    try {
      return await piece()
    } finally {
      // Whatever else waits for the event loop comes before the next piece.
      await nextTurn()
      release()
    }
  }
}
