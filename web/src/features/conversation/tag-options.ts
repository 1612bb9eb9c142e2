import { foldText, type TagView } from '@balcao/contracts'

/** A tag, or the offer to make one of the typed words. */
export type TagOption = { kind: 'tag'; tag: TagView } | { kind: 'new'; name: string }

/** As many as a list of tags shows at once; typing narrows the rest. */
const MAX_SHOWN = 100

/**
 * The tags that are not chosen and whose name has the typed words, accents and case aside: those that begin with them first. Last
 * the offer to make a new tag, unless one has that very name.
 */
export const listTagOptions = (
  tags: readonly TagView[],
  chosen: readonly Pick<TagView, 'id'>[],
  typed: string,
): TagOption[] => {
  const name = typed.trim()
  const words = foldText(name)
  const matching = tags.filter(
    (tag) => foldText(tag.name).includes(words) && chosen.every(({ id }) => id !== tag.id),
  )
  const rank = (tag: TagView) => (foldText(tag.name).startsWith(words) ? 0 : 1)
  const options = matching
    .toSorted((left, right) => rank(left) - rank(right) || left.name.localeCompare(right.name))
    .slice(0, MAX_SHOWN)
    .map((tag): TagOption => ({ kind: 'tag', tag }))
  const exists = tags.some((tag) => foldText(tag.name) === words)
  return name === '' || exists ? options : [...options, { kind: 'new', name }]
}
