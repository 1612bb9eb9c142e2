/*
 * What pages of Whaticket's editions call, in the order in which a day of work does: the facts of a call, read off the public front ends
 * of edition 4.8 (4.8.5) and of later ones (6.6.1 and 10.12), and seen in a browser.
 */

/** Ids of what earlier calls made, by name; of the company and its people. */
export type Ids = Record<string, number | string>

export interface FamilyCall {
  edition: '4.8' | '6.6' | '10' | 'both'
  /** `POST /tags/{tag}`: verb and path, with names of `Ids`. */
  call: string
  /** An administrator unless said. */
  as?: 'admin' | 'agent' | 'super' | 'nobody'
  /** JSON, or a form with files. */
  body?: (ids: Ids) => object
  /** What the page reads of the answer: `tickets[].contact.name` of each ticket, of which there is at least one. */
  reads?: string[]
  /** Keeps the answer's `id`, or the one at `at` (`options.0.id`), under this name. */
  makes?: string
  at?: string
}

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

/** A form with texts, in this order, and one file behind them. */
export const form = (
  texts: readonly (readonly [string, string])[],
  field: string,
  name = 'nota 1.png',
): FormData => {
  const data = new FormData()
  for (const [key, value] of texts) data.append(key, value)
  data.append(field, new Blob([PNG], { type: 'image/png' }), name)
  return data
}

/** Business hours as the pages send them. */
export const week = [
  ['Segunda-feira', 'monday'],
  ['Terça-feira', 'tuesday'],
  ['Quarta-feira', 'wednesday'],
  ['Quinta-feira', 'thursday'],
  ['Sexta-feira', 'friday'],
  ['Sábado', 'saturday'],
  ['Domingo', 'sunday'],
].map(([weekday, weekdayEn]) => ({ weekday, weekdayEn, startTime: '08:00', endTime: '18:00' }))
