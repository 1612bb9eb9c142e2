import { keepDigits } from '@balcao/contracts'

/** `(99) 99999-9999` while typing, at most 11 digits kept. */
export const maskPhone = (value: string): string => {
  const digits = keepDigits(value).slice(0, 11)
  if (digits.length <= 2) return digits.length ? `(${digits}` : ''
  const area = `(${digits.slice(0, 2)}) `
  const rest = digits.slice(2)
  const cut = digits.length > 10 ? 5 : 4
  return area + (rest.length > cut ? `${rest.slice(0, cut)}-${rest.slice(cut)}` : rest)
}

/** A contact's number while typing: Brazilian without `+`, up to 11 digits; otherwise with its country. */
export const maskContactPhone = (value: string): string => {
  const digits = keepDigits(value)
  if (!value.trimStart().startsWith('+') && digits.length <= 11) return maskPhone(value)
  return /^55\d{10,11}$/.test(digits) ? formatPhone(digits) : `+${digits}`
}

/** A stored number for the eye: `+55 (11) 98765-4321` for Brazil, `+` and digits for the rest. */
export const formatPhone = (digits: string): string => {
  const brazil = /^55(\d{2})(\d{4,5})(\d{4})$/.exec(digits)
  if (brazil) return `+55 (${brazil[1]}) ${brazil[2]}-${brazil[3]}`
  return /^\d{8,15}$/.test(digits) ? `+${digits}` : digits
}

/** Whether typed words are a number: digits with area code at least, and nothing but the signs between them. */
export const isPhone = (words: string): boolean =>
  /^\+?[\d\s().-]+$/.test(words.trim()) && keepDigits(words).length >= 8
