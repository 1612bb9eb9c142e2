import type { JsonObject } from '@balcao/kernel'

import type { Address } from '../../../features/whatsapp-driver'

/* Country, a dot and up to 128 letters and digits; `ENT.` before those of a parent portfolio (business-scoped-user-ids, 6 February 2026). */
const SCOPED = /^[A-Z]{2}\.(?:ENT\.)?[A-Za-z0-9]{1,128}$/

/** The chat of a person's number, or of one who hides it. */
export const toAddress = (number: string, bsuid: string): Address =>
  number === '' ? { bsuid } : { phone: number }

/** To whom a message of the chat goes; undefined for a chat that the official API cannot reach. */
export function findRecipient(chat: Address): JsonObject | undefined {
  if ('phone' in chat) return { to: chat.phone }
  return 'bsuid' in chat && SCOPED.test(chat.bsuid) ? { recipient: chat.bsuid } : undefined
}
