import type { CloseReason } from '../../../features/whatsapp-driver/whatsapp-driver.port'

/* The library's status codes, which are the server's own where it gave one. */
const REASONS: Record<number, CloseReason> = {
  401: 'logged-out',
  403: 'refused',
  411: 'refused',
  440: 'replaced',
  515: 'restart-required',
}

/** A QR nobody scanned ends with 408 as a lost line does; only the text tells them apart. */
const QR_ENDED = 'QR refs attempts ended'

/**
 * Why the server or the network ended a socket. Everything that is not known to be final is a lost line: credentials are
 * worth more than a wrong guess, and a bad session (500) heals by reconnecting.
 */
export function closeReasonOf(statusCode: number, message: string): CloseReason {
  if (statusCode === 408 && message.startsWith(QR_ENDED)) return 'qr-expired'
  return REASONS[statusCode] ?? 'lost'
}
