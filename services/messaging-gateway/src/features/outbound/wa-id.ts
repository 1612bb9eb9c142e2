import { createHmac } from 'node:crypto'

/**
 * The network id of a message of ours: `3EB0` (how a web client's ids begin) and 18 hex digits that follow from the
 * message's own id, so that any process at any time names it the same.
 */
export const waIdOf = (key: string, messageId: string): string =>
  `3EB0${createHmac('sha256', key).update(messageId).digest('hex').slice(0, 18).toUpperCase()}`
