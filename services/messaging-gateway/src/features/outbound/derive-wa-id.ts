import { createHmac } from 'node:crypto'

/**
 * The network id of one of our messages: `3EB0`, the prefix of web clients' ids, and 18 hex digits of an HMAC over the message's
 * id, the same in every process and at every attempt.
 */
export const deriveWaId = (key: string, messageId: string): string =>
  `3EB0${createHmac('sha256', key).update(messageId).digest('hex').slice(0, 18).toUpperCase()}`

/* Of a text's template, too. Web clients name what is typed there alike. */
const DERIVED = /^3EB0[0-9A-F]{18}(-T)?$/
/* The official API's; its receipts are of messages that were sent through it. */
const NAMED_BY_META = /^wamid\./

/** Whether the network may know a message of ours by this id; what is typed on a phone has ids of another form. */
export const mayBeOurs = (waId: string): boolean => DERIVED.test(waId) || NAMED_BY_META.test(waId)
