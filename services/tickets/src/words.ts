import { foldText } from '@balcao/kernel'

const MAX_WORD = 32
const MAX_WORDS_OF_TEXT = 120
const MAX_WORDS_OF_QUERY = 6

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

const SHORTEST_END = 3

/** The words and all their ends of at least three characters: a prefix of one of these is a part of a word. */
export function listWordEnds(words: readonly string[]): string[] {
  const ends = new Set(words)
  for (const word of words) {
    const characters = [...word]
    for (let from = 1; from <= characters.length - SHORTEST_END; from += 1)
      ends.add(characters.slice(from).join(''))
  }
  return [...ends]
}

const BRAZIL = /^55(\d{2})(\d{8,9})$/

/** A number as people type it: whole, and where it is Brazilian, with and without the ninth digit, too. */
export function listNumberForms(number: string): string[] {
  if (number === '') return []
  const [, area = '', local = ''] = BRAZIL.exec(number) ?? []
  if (local === '') return [number]
  const otherForm = local.length === 9 ? local.slice(1) : `9${local}`
  return [number, `55${area}${otherForm}`]
}

/** Above every continuation of a prefix, in byte order. */
export const prefixUpperBound = (prefix: string): string => `${prefix}\u{10FFFF}`
