import { setTimeout as pause } from 'node:timers/promises'

import type { WASocket } from '@whiskeysockets/baileys'

import { AppError, SECOND } from '@balcao/kernel'

/*
 * A message that waits for its server's word longer than `acceptWithinMs` (30 s) is sent again: one that was refused while the
 * account is locked must not be. With the wait for a token (`times.token`) this stays below.
 */
const PATIENCE_MS = 10 * SECOND

/** Whether the account may start no new chats for now. */
export interface TimeLock {
  isActive: boolean
  until?: Date
}

/**
 * Asks for the account's reach-out time lock. The library asks only for refusals that it does not take for a missing token
 * (`handleBadAck`, 7.0.0-rc14), so never. A server that does not say is taken to have locked: too careful costs an hour.
 */
export async function askTimeLock(
  sock: Pick<WASocket, 'fetchAccountReachoutTimelock'>,
  failed: (error: unknown) => void,
  patienceMs = PATIENCE_MS,
): Promise<TimeLock> {
  const ending = new AbortController()
  try {
    const asked = sock.fetchAccountReachoutTimelock()
    const { isActive = false, timeEnforcementEnds: until } = await Promise.race([
      asked,
      timeout(patienceMs, ending.signal),
    ])
    return isActive && until ? { isActive, until } : { isActive }
  } catch (error) {
    failed(error)
    return { isActive: true }
  } finally {
    ending.abort()
  }
}

async function timeout(ms: number, signal: AbortSignal): Promise<never> {
  await pause(ms, undefined, { signal })
  throw new AppError('ERR_UNAVAILABLE', { detail: 'the server does not say whether the account is locked' })
}
