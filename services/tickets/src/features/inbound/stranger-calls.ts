import type { ConnectionId } from '@balcao/contracts'
import { MINUTE } from '@balcao/kernel'

/** How many callers without a ticket a number takes: each gets a ticket, and a flood of them would bury those of customers. */
export interface StrangerCalls {
  /** False when the number took its most in the last ten minutes. A caller counts once, so that a transaction may run again. */
  take(id: ConnectionId, remoteJid: string, now: Date): boolean
}

const MOST = 30
const WITHIN_MS = 10 * MINUTE

/** Counted in this process: one that starts anew counts from nothing. */
export function createStrangerCalls(): StrangerCalls {
  const callers = new Map<ConnectionId, Map<string, number>>()
  return {
    take(id, remoteJid, now) {
      const since = now.getTime() - WITHIN_MS
      const recent = new Map([...(callers.get(id) ?? [])].filter(([, at]) => at > since))
      const isTaken = recent.has(remoteJid) || recent.size < MOST
      if (isTaken) recent.set(remoteJid, now.getTime())
      callers.set(id, recent)
      return isTaken
    },
  }
}
