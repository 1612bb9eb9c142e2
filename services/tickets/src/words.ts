const MAX_WORD = 32
const MAX_WORDS_OF_TEXT = 120
const MAX_WORDS_OF_QUERY = 6

/** Text for comparison: without accents, lower case, compatibility forms unified (`ﬁ` → `fi`, `Ａ` → `a`). */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()

function distinctWords(text: string, most: number): string[] {
  const words = new Set<string>()
  for (const [word] of foldText(text).matchAll(/[\p{L}\p{N}]+/gu)) {
    words.add([...word].slice(0, MAX_WORD).join(''))
    if (words.size >= most) break
  }
  return [...words]
}

/** The words a text is found by: at most 120 different ones of at most 32 characters. */
export const splitWords = (text: string): string[] => distinctWords(text, MAX_WORDS_OF_TEXT)

/** The words of a query, each a prefix: at most 6. A query without a word finds nothing. */
export const splitQuery = (query: string): string[] => distinctWords(query, MAX_WORDS_OF_QUERY)

const BRAZIL = /^55(\d{2})(\d{8,9})$/

/** The ways people type a number: whole, without the country, without the area, its last four digits. */
export function listNumberForms(number: string): string[] {
  if (number === '') return []
  const words = new Set([number, number.slice(-4)])
  const [, area, local] = BRAZIL.exec(number) ?? []
  if (area !== undefined && local !== undefined) {
    words.add(area + local)
    words.add(local)
    if (local.length === 9) words.add(local.slice(1))
    else words.add(`9${local}`)
  }
  return [...words]
}

/** Above every continuation of a prefix, in byte order. */
export const prefixUpperBound = (prefix: string): string => `${prefix}\u{10FFFF}`
