import type { WASocket } from '@whiskeysockets/baileys'

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
): Promise<TimeLock> {
  try {
    const { isActive = false, timeEnforcementEnds: until } = await sock.fetchAccountReachoutTimelock()
    return isActive && until ? { isActive, until } : { isActive }
  } catch (error) {
    failed(error)
    return { isActive: true }
  }
}
