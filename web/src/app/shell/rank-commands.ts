import { foldText } from '@balcao/contracts'

interface Named {
  label: string
  /** Said below the label, and searched too. */
  detail: string
}

const splitWords = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u)

const haveBeginnings = (text: string, beginnings: readonly string[]): boolean => {
  const words = splitWords(text)
  return beginnings.every((beginning) => words.some((word) => word.startsWith(beginning)))
}

/** How well the words name it: 0 is best; undefined when they do not. Case and accents are ignored. */
export const rateMatch = ({ label, detail }: Named, words: string): number | undefined => {
  const folded = foldText(words).trim()
  const beginnings = splitWords(folded).filter((word) => word !== '')
  const name = foldText(label)
  if (name === folded) return 0
  if (name.startsWith(folded)) return 1
  if (haveBeginnings(name, beginnings)) return 2
  if (name.includes(folded)) return 3
  return haveBeginnings(`${name} ${foldText(detail)}`, beginnings) ? 4 : undefined
}

/**
 * Those that the words name, the best match first, those of one group together; without words all of them, as they are.
 * Equals keep their order.
 */
export const rankCommands = <T extends Named & { group: string }>(
  commands: readonly T[],
  words: string,
): T[] => {
  if (words.trim() === '') return [...commands]
  const rated = commands.flatMap((command) => {
    const rating = rateMatch(command, words)
    return rating === undefined ? [] : [{ command, rating }]
  })
  const best = new Map<string, number>()
  for (const { command, rating } of rated)
    best.set(command.group, Math.min(rating, best.get(command.group) ?? rating))
  const groups = [...best].toSorted(([, left], [, right]) => left - right).map(([group]) => group)
  const positionOf = (group: string) => groups.indexOf(group)
  return rated
    .toSorted(
      (left, right) =>
        positionOf(left.command.group) - positionOf(right.command.group) || left.rating - right.rating,
    )
    .map(({ command }) => command)
}
