import { SECOND } from '@balcao/kernel'

import { mapCloseCode, type SessionClosed } from '../../../features/whatsapp-driver'

/** The library's error: its status code is the server's own where that gave one, its data the attributes of `<failure>`. */
export interface EndedBy {
  output?: { statusCode?: number }
  data?: unknown
}

/** The status code of what ended a socket; 0 when there is none. */
export const codeOf = (error: EndedBy | undefined): number => error?.output?.statusCode ?? 0

/** What to tell of a socket that ended. A temporary ban names its length in seconds, or not. */
export function endOf(error: EndedBy | undefined, now: Date): SessionClosed {
  const reason = mapCloseCode(codeOf(error))
  if (reason !== 'temporarily-banned') return { kind: 'closed', reason }
  const seconds = Number((error?.data as { expire?: string } | undefined)?.expire)
  return {
    kind: 'closed',
    reason,
    until: seconds > 0 ? new Date(now.getTime() + seconds * SECOND) : undefined,
  }
}
