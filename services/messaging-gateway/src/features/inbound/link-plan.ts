import type { KnownConversation } from './conversation.store'

/** Names of one person: the number with its ninth-digit twin, and the privacy id. */
export interface LinkedNames {
  phones: readonly string[]
  lid: string
}

/** What becomes of two names that the network says are one person's. */
export type LinkPlan =
  /** They are settled; `missing` are names that join. */
  | { kind: 'settled'; id: string; missing: string[] }
  /** Two conversations become one: the older survives. */
  | { kind: 'merge'; survivor: string; other: string; missing: string[] }
  /** The names of one side were somebody else's until now: they alone move. `home` undefined: to a new conversation. */
  | { kind: 'repoint'; home: string | undefined; names: string[]; missing: string[] }
  /** Nobody knows either name. */
  | { kind: 'new'; missing: string[] }

const isPhone = (alias: string) => alias.startsWith('phone:')
const isLid = (alias: string) => alias.startsWith('lid:')

/**
 * Links a number and a privacy id that the network vouches for. Conversations merge only where nothing speaks against
 * it; a name that was already linked to another's moves alone, so that nobody's conversation is captured by claiming
 * a number. The newest word of the network counts.
 * @param byPhone the conversation that carries the number, with all its names; `byLid` the one that carries the id.
 */
export function planLink(
  byPhone: KnownConversation | undefined,
  byLid: KnownConversation | undefined,
  names: LinkedNames,
): LinkPlan {
  const wanted = [...names.phones, names.lid]
  const missingIn = (known: KnownConversation) => wanted.filter((name) => !known.aliases.includes(name))
  if (byPhone && byPhone.id === byLid?.id)
    return { kind: 'settled', id: byPhone.id, missing: missingIn(byPhone) }
  const phoneIsFree = byPhone?.aliases.every((alias) => !isLid(alias) || alias === names.lid) === true
  const lidIsFree = byLid?.aliases.every((alias) => !isPhone(alias) || names.phones.includes(alias)) === true
  if (!byPhone && !byLid) return { kind: 'new', missing: wanted }
  if (byPhone && byLid && phoneIsFree && lidIsFree) return mergeOf(byPhone, byLid, wanted)
  if (byPhone && phoneIsFree) return movingTo(byPhone, byLid ? [names.lid] : [], missingIn(byPhone))
  if (byLid && lidIsFree) return movingTo(byLid, byPhone ? [...names.phones] : [], missingIn(byLid))
  const moving = [...(byPhone ? names.phones : []), ...(byLid ? [names.lid] : [])]
  return { kind: 'repoint', home: undefined, names: moving, missing: wanted }
}

/* Ids rise with time. */
function mergeOf(left: KnownConversation, right: KnownConversation, wanted: readonly string[]): LinkPlan {
  const [survivor, other] = left.id < right.id ? [left.id, right.id] : [right.id, left.id]
  const known = [...left.aliases, ...right.aliases]
  return { kind: 'merge', survivor, other, missing: wanted.filter((name) => !known.includes(name)) }
}

const movingTo = (home: KnownConversation, names: string[], missing: string[]): LinkPlan =>
  names.length === 0
    ? { kind: 'settled', id: home.id, missing }
    : { kind: 'repoint', home: home.id, names, missing: missing.filter((name) => !names.includes(name)) }
