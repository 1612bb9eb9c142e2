import { createHmac } from 'node:crypto'

/**
 * The network id of one of our messages: `3EB0`, the prefix of web clients' ids, and 18 hex digits of an HMAC over the message's
 * id, the same in every process and at every attempt.
 */
export const deriveWaId = (key: string, messageId: string): string =>
  `3EB0${createHmac('sha256', key).update(messageId).digest('hex').slice(0, 18).toUpperCase()}`
