import { keepDigits } from './phone-number'

const HIDDEN = '…'
const ARROW = ' → '

const format = (number: string): string => (number === '' ? HIDDEN : `+${number}`)

/** The body of a notice that a customer has another number: `+5511… → +5521…`. @param before digits; '' of a hidden one. */
export const formatNumberChange = (before: string, after: string): string =>
  `${format(before)}${ARROW}${format(after)}`

/** The digits of such a body, before and after; '' of a hidden number, and of what is no such body. */
export function parseNumberChange(body: string): { before: string; after: string } {
  const [before = '', after = ''] = body.split(ARROW).map(keepDigits)
  return { before, after }
}
