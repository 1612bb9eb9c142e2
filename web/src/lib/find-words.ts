import { foldText } from '@balcao/contracts'

const WORD = /[\p{L}\p{N}\p{M}]+/gu

export interface TextPiece {
  text: string
  isFound: boolean
}

/** The text in pieces: words that begin with one of the words looked for, and what is between them. */
export const splitFound = (text: string, looked: string): TextPiece[] => {
  const words = [...foldText(looked).matchAll(WORD)].map(([word]) => word)
  const pieces: TextPiece[] = []
  let from = 0
  for (const match of text.matchAll(WORD)) {
    const word = foldText(match[0])
    if (!words.some((beginning) => word.startsWith(beginning))) continue
    if (match.index > from) pieces.push({ text: text.slice(from, match.index), isFound: false })
    pieces.push({ text: match[0], isFound: true })
    from = match.index + match[0].length
  }
  if (from < text.length) pieces.push({ text: text.slice(from), isFound: false })
  return pieces
}

const BEFORE = 20

/** The pieces from shortly before the first found word on. */
export const excerptFound = (text: string, looked: string): TextPiece[] => {
  const pieces = splitFound(text, looked)
  const [first] = pieces
  if (!first || first.isFound || pieces.length === 1 || first.text.length <= BEFORE) return pieces
  return [{ text: `…${first.text.slice(-BEFORE)}`, isFound: false }, ...pieces.slice(1)]
}
