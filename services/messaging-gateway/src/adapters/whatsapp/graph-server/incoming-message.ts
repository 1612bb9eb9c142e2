import type { Customer } from './customer'

/** A customer's message as Meta's webhook writes it, without sender, id and time. */
export type IncomingContent = { type: string } & Record<string, unknown>

/** One that a phone number has received. */
export interface ReceivedMessage {
  id: string
  phoneNumberId: string
  from: string
  isRead: boolean
}

export interface CustomerWritesOptions {
  /** As `newMessageId` makes it; a new one unless given. */
  id?: string
  /** When it was written, of one that is told late; now unless given. */
  writtenAt?: Date
  /** The message that it answers. */
  quotedId?: string
  /** What Meta adds for a click on an ad or a post; opens the free entry point with the business's answer. */
  referral?: Record<string, unknown>
}

/**
 * What the button of a message with `request_contact_info` brings (business-scoped-user-ids#contact-request, 2026-03-31: a message
 * `contacts` with `origin` contact_request; `other` for a card that nobody asked for).
 */
export function buildSharedNumber({ phone, name }: Pick<Customer, 'phone' | 'name'>): IncomingContent {
  const vcard = `BEGIN:VCARD\nVERSION:3.0\nFN:${name}\nTEL;type=CELL;waid=${phone}:+${phone}\nEND:VCARD`
  return {
    type: 'contacts',
    origin: 'contact_request',
    contacts: [{ vcard, phones: [{ phone: `+${phone}` }] }],
  }
}
