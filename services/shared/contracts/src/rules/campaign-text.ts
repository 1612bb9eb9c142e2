import { fillVariables, type CompanyLocale } from './message-variables'

export interface Recipient {
  name: string
  number: string
  email: string
}

/** What fills variables besides the recipient: the company's own ones, its zone and language. */
export interface TextRules extends CompanyLocale {
  variables: readonly { key: string; value: string }[]
}

/** The text of a contact: the written ones in turn, by the contact's position in the campaign. */
export function chooseText(texts: readonly string[], position: number): string {
  const written = texts.filter((text) => text.trim() !== '')
  return written[position % Math.max(1, written.length)] ?? ''
}

const VARIABLE = /\{([\p{L}\p{N}_-]{1,50})\}/gu

/**
 * The text with `{nome} {email} {numero}`, the company's own `{variables}` and the `{{variables}}` of other messages filled in, as
 * plain text. Unknown ones stay as typed; inserted values are not scanned again.
 */
export function renderText(
  text: string,
  { name, number, email }: Recipient,
  { variables, timeZone, language }: TextRules,
  now: Date,
): string {
  const values = new Map(variables.map(({ key, value }) => [key, value]))
  const own: [string, string][] = [
    ['nome', name],
    ['email', email],
    ['numero', number],
  ]
  for (const [key, value] of own) values.set(key, value)
  const parts = text.split(/(\{\{[^{}]{1,40}\}\})/)
  return parts
    .map((part, index) =>
      index % 2 === 1
        ? fillVariables(part, { contactName: name, now, locale: { timeZone, language } })
        : part.replace(VARIABLE, (typed, key: string) => values.get(key) ?? typed),
    )
    .join('')
}
