import type { Reaction } from '@balcao/contracts/wire'

/** One person's emoji on a message. */
export interface StoredReaction {
  /** `us`, `contact` (the other side of a chat of two), or in a group `phone:…` or `lid:…`. */
  by: string
  /** '' after removal: kept, so that an older event cannot restore it. */
  emoji: string
  /** The participant's name in a group, else ''. */
  name: string
  /** In milliseconds since 1970. */
  at: number
}

export const BY_US = 'us'
export const BY_CONTACT = 'contact'

/** As many as a group has members. */
const MOST = 1_024

/**
 * The reactions after news of one person, or undefined when the news is old or says nothing new. Each person has one; the
 * last wins.
 * @param aliases other values of `by` that the same person may have.
 */
export function applyReaction(
  reactions: readonly StoredReaction[],
  news: StoredReaction,
  aliases: readonly string[] = [],
): StoredReaction[] | undefined {
  const isSame = ({ by }: StoredReaction): boolean => by === news.by || aliases.includes(by)
  const known = reactions.filter(isSame)
  if (known.some(({ at }) => at > news.at)) return undefined
  const shown = known.find(({ emoji }) => emoji !== '')?.emoji ?? ''
  if (shown === news.emoji && (known.length > 0 || news.emoji === '')) return undefined
  return [...reactions.filter((reaction) => !isSame(reaction)), news].slice(-MOST)
}

/** Reactions that were not removed, as events carry them. */
export const listShownReactions = (reactions: readonly StoredReaction[]): Reaction[] =>
  reactions
    .filter(({ emoji }) => emoji !== '')
    .map(({ emoji, by, name }) => ({ emoji, byUs: by === BY_US, name }))
