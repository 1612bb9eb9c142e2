import { setTimeout as pause } from 'node:timers/promises'

import type { WASocket } from '@whiskeysockets/baileys'

import { AppError, SECOND } from '@balcao/kernel'

/*
 * A message without an ack for `acceptWithinMs` (30 s) is sent again, but one refused under a time lock must not be:
 * this wait and the wait for a token (`times.token`) together stay below that.
 */
const QUERY_TIMEOUT_MS = 10 * SECOND

/** Whether the account is currently barred from starting new chats. */
export interface TimeLock {
  isActive: boolean
  until?: Date
}

/**
 * Queries the account's reach-out time lock. The library queries it only for refusals that it does not attribute to a
 * missing token (`handleBadAck`, 7.0.0-rc14), which is never. Without an answer the account counts as locked: a wrong
 * guess costs an hour.
 */
export async function queryTimeLock(
  sock: Pick<WASocket, 'fetchAccountReachoutTimelock'>,
  failed: (error: unknown) => void,
  timeoutMs = QUERY_TIMEOUT_MS,
): Promise<TimeLock> {
  const ending = new AbortController()
  try {
    const asked = sock.fetchAccountReachoutTimelock()
    const { isActive = false, timeEnforcementEnds: until } = await Promise.race([
      asked,
      timeout(timeoutMs, ending.signal),
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
