import { keepDigits } from './phone-number'

const MAX_CARDS = 100

export interface VcardContact {
  name: string
  number: string
  /** Only digits; '' without a number. */
  digits: string
}

/** The contacts of a message, at most 100; those without a name are left out. Never throws, whatever the text. */
export const parseVcards = (text: string): VcardContact[] =>
  text
    .split(/^(?=BEGIN:VCARD)/im)
    .slice(0, MAX_CARDS)
    .flatMap((card) => parseVcard(card) ?? [])

const END = /END:VCARD/i

/** The vCards in a text as they stand there, each from BEGIN to END; one that does not end is left out. */
export const splitVcards = (text: string): string[] =>
  text.split(/(?=BEGIN:VCARD)/i).flatMap((card) => {
    const end = END.exec(card)
    return /^BEGIN:VCARD/i.test(card) && end ? [card.slice(0, end.index + end[0].length)] : []
  })

/* Undoes the escapes of a vCard's values. */
const clean = (value: string): string =>
  value.replace(/\\([,;nN\\])/g, (_all, char: string) => (/n/i.test(char) ? ' ' : char)).trim()

/** Name and first number of a vCard, '' where it has none. Never throws, whatever the text. */
export const readVcard = (text: string): VcardContact => {
  const lines = text.replace(/\r?\n[ \t]/g, '').split(/\r?\n/)
  const readValue = (field: RegExp) => {
    const line = lines.find((candidate) => field.test(candidate))
    return line === undefined ? '' : clean(line.slice(line.indexOf(':') + 1))
  }
  const name =
    readValue(/^(?:item\d+\.)?FN[;:]/i) ||
    readValue(/^(?:item\d+\.)?N[;:]/i)
      .split(';')
      .filter(Boolean)
      .reverse()
      .join(' ')
  const telephone = lines.find((line) => /^(?:item\d+\.)?TEL[;:]/i.test(line)) ?? ''
  const number = clean(telephone.slice(telephone.indexOf(':') + 1))
  const digits = /waid=(\d+)/i.exec(telephone)?.[1] ?? keepDigits(number)
  return { name, number, digits }
}

/** As `readVcard`; null when there is no name in it. */
export const parseVcard = (text: string): VcardContact | null => {
  const contact = readVcard(text)
  return contact.name === '' ? null : contact
}

/* RFC 2426, 4: a backslash, a comma and a semicolon are escaped; a value is one line. */
const escapeValue = (value: string): string =>
  value.replace(/\s+/g, ' ').replace(/[\\,;]/g, (char) => `\\${char}`)

const buildVcard = ({ name, number }: { name: string; number: string }): string => {
  const value = escapeValue(name)
  return [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:;${value};;;`,
    `FN:${value}`,
    // WhatsApp finds the account by `waid`.
    `TEL;type=CELL;waid=${number}:+${number}`,
    'END:VCARD',
  ].join('\n')
}

/** The vCards of a message, one after the other. Numbers are digits only, with the country's. */
export const buildVcards = (contacts: readonly { name: string; number: string }[]): string =>
  contacts.map(buildVcard).join('\n')
