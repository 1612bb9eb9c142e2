import { readRecord, readRecords, readText, type JsonObject } from '@balcao/kernel'

/* A value ends at its line. */
const line = (value: unknown): string => readText(value).replaceAll(/[\r\n]+/g, ' ')

function toVcard(contact: JsonObject): string {
  const name = line(readRecord(contact.name).formatted_name)
  const phones = readRecords(contact.phones).map(({ phone, wa_id: waId }) =>
    readText(waId) === '' ? `TEL:${line(phone)}` : `TEL;waid=${line(waId)}:${line(phone)}`,
  )
  const emails = readRecords(contact.emails).map(({ email }) => `EMAIL:${line(email)}`)
  return ['BEGIN:VCARD', 'VERSION:3.0', `FN:${name}`, ...phones, ...emails, 'END:VCARD'].join('\n')
}

/** The contacts of a message as vCards, one after the other. */
export const toVcards = (contacts: unknown): string => readRecords(contacts).map(toVcard).join('\n')
