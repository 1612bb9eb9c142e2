export const kinds = { '*': 'bold', _: 'italic', '~': 'strike' } as const
export type Delimiter = keyof typeof kinds
export const isDelimiter = (text: string): text is Delimiter => Object.hasOwn(kinds, text)

const isWordBefore = (line: string, at: number) => /[\p{L}\p{N}]$/u.test(line.slice(Math.max(0, at - 2), at))
const isWordAfter = (line: string, at: number) => /^[\p{L}\p{N}]/u.test(line.slice(at + 1, at + 3))

/** A delimiter opens after a non-word and before a non-space. */
export const opensAt = (line: string, at: number): boolean => {
  const next = line.charAt(at + 1)
  return /\S/.test(next) && next !== line.charAt(at) && !isWordBefore(line, at)
}

/**
 * Finds the first place at or after `from` where a delimiter closes: after a non-space and before a non-word. Each place is
 * passed once: ask for each delimiter in the order of the line.
 */
export const listClosers = (line: string) => {
  const closers: Record<Delimiter, number[]> = { '*': [], _: [], '~': [] }
  for (let at = line.length - 1; at > 0; at -= 1) {
    const char = line.charAt(at)
    if (isDelimiter(char) && /\S/.test(line.charAt(at - 1)) && !isWordAfter(line, at)) closers[char].push(at)
  }
  return (delimiter: Delimiter, from: number): number | undefined => {
    const indexes = closers[delimiter]
    while ((indexes.at(-1) ?? from) < from) indexes.pop()
    return indexes.at(-1)
  }
}
