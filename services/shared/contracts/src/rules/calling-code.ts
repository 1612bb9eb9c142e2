/*
 * ITU-T E.164 (list of 2016-11-15): 1 and 7 are whole, of two digits are those of the larger countries, all others have three.
 */
const OF_TWO_DIGITS = new Set(
  '20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 84 86 90 91 92 93 94 95 98'.split(
    ' ',
  ),
)

/** The calling code of the numbers that begin with these three digits. `1` and `7` are of more than one country. */
export function toCallingCode(prefix: string): string {
  if (prefix.startsWith('1') || prefix.startsWith('7')) return prefix.slice(0, 1)
  const two = prefix.slice(0, 2)
  return OF_TWO_DIGITS.has(two) ? two : prefix
}

/** The calling code of a phone number's digits, without `+`; '' for what is none. */
export const readCallingCode = (number: string): string =>
  /^[1-9]\d{6,14}$/.test(number) ? toCallingCode(number.slice(0, 3)) : ''
