/*
 * ITU-T E.164 (list of 2016-11-15): 1 and 7 are whole, of two digits are those of the larger countries, all others have three.
 */
const OF_TWO_DIGITS = new Set(
  '20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63 64 65 66 81 82 84 86 90 91 92 93 94 95 98'.split(
    ' ',
  ),
)

/** The calling code of a phone number's digits, without `+`; '' for what is none. `1` and `7` are of more than one country. */
export function readCallingCode(number: string): string {
  if (!/^[1-9]\d{6,14}$/.test(number)) return ''
  if (number.startsWith('1') || number.startsWith('7')) return number.slice(0, 1)
  const two = number.slice(0, 2)
  return OF_TWO_DIGITS.has(two) ? two : number.slice(0, 3)
}
