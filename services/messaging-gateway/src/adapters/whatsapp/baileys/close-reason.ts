import { SECOND } from '@balcao/kernel'

import { mapCloseCode, type SessionClosed } from '../../../features/whatsapp-driver'

/**
 * The library's error: the status code is the server's where the
 * server sent one, `data` has the attributes of `<failure>`.
 */
export interface DisconnectError {
  output?: { statusCode?: number }
  data?: unknown
}

/** The status code of the error that ended a socket; 0 without one. */
export const readStatusCode = (error: DisconnectError | undefined): number => error?.output?.statusCode ?? 0

/** Reason and end of a ban for a socket that ended. A temporary ban may state its length in seconds. */
export function toSessionClosed(error: DisconnectError | undefined, now: Date): SessionClosed {
  const reason = mapCloseCode(readStatusCode(error))
  if (reason !== 'temporarily-banned') return { kind: 'closed', reason }
  const seconds = Number((error?.data as { expire?: string } | undefined)?.expire)
  return {
    kind: 'closed',
    reason,
    until: seconds > 0 ? new Date(now.getTime() + seconds * SECOND) : undefined,
  }
}
