/* Area code, then a mobile number with the ninth digit, or eight digits: a land line or an old mobile number. */
const BRAZILIAN_WITHOUT_COUNTRY = /^[1-9][1-9](9\d{8}|[2-9]\d{7})$/

/** What of a text is digits. */
export const keepDigits = (text: string): string => text.replace(/\D/g, '')

/**
 * The digits of a typed number with its country code. A number without `+` that reads as a Brazilian one without country,
 * also with the trunk prefix 0, gets 55; all others are taken as complete.
 */
export function completePhone(typed: string): string {
  const digits = keepDigits(typed)
  if (typed.trim().startsWith('+')) return digits
  const local = digits.replace(/^0(?!0)/, '')
  return BRAZILIAN_WITHOUT_COUNTRY.test(local) ? `55${local}` : digits
}

/**
 * One form for both spellings of a Brazilian mobile number: 55, area, and the eight digits without the ninth.
 * Land lines (2 to 5) have one spelling.
 */
export function normalizePhone(number: string): string {
  const [, area, local] = /^55([1-9]\d)9([6-9]\d{7})$/.exec(number) ?? []
  return area !== undefined && local !== undefined ? `55${area}${local}` : number
}
