import { keepDigits, readVcard } from '@balcao/contracts'
import { readRecord, readRecords, readText, type JsonObject } from '@balcao/kernel'

/* A value ends at its line. */
const line = (value: unknown): string => readText(value).replaceAll(/[\r\n]+/g, ' ')

/**
 * The number that the customer shares by the button that asks for it; '' of any other message. Meta marks such an answer, and no card that a
 * customer sends otherwise: business-scoped-user-ids#contact-request (31 March 2026).
 */
export function readSharedNumber({ type, origin, contacts }: JsonObject): string {
  if (type !== 'contacts' || origin !== 'contact_request') return ''
  const [phone] = readRecords(readRecords(contacts)[0]?.phones)
  const digits = keepDigits(readText(phone?.wa_id) || readText(phone?.phone))
  return /^\d{8,15}$/.test(digits) ? digits : ''
}

function toVcard(contact: JsonObject): string {
  const name = line(readRecord(contact.name).formatted_name) || readVcard(readText(contact.vcard)).name
  const phones = readRecords(contact.phones).map(({ phone, wa_id: waId }) =>
    readText(waId) === '' ? `TEL:${line(phone)}` : `TEL;waid=${line(waId)}:${line(phone)}`,
  )
  const emails = readRecords(contact.emails).map(({ email }) => `EMAIL:${line(email)}`)
  return ['BEGIN:VCARD', 'VERSION:3.0', `FN:${name}`, ...phones, ...emails, 'END:VCARD'].join('\n')
}

/** The contacts of a message as vCards, one after the other. */
export const toVcards = (contacts: unknown): string => readRecords(contacts).map(toVcard).join('\n')
