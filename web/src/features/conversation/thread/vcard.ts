const MAX_CARDS = 100

/** A name and a number that may not be a contact's yet. */
export interface Person {
  name: string
  number: string
}

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

/** Undoes vCard's line folding and escapes. */
const clean = (value: string): string =>
  value.replace(/\\([,;nN\\])/g, (_all, char: string) => (/n/i.test(char) ? ' ' : char)).trim()

/** Name and first number of a vCard; null when there is no name in it. Never throws, whatever the text. */
export const parseVcard = (text: string): VcardContact | null => {
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
  if (name === '') return null
  const telephone = lines.find((line) => /^(?:item\d+\.)?TEL[;:]/i.test(line)) ?? ''
  const number = clean(telephone.slice(telephone.indexOf(':') + 1))
  const digits = /waid=(\d+)/i.exec(telephone)?.[1] ?? number.replace(/\D/g, '')
  return { name, number, digits }
}
