import type { KnownConversation } from './conversation.store'

/** Aliases of one person: the number in both forms, and the LID. */
export interface LinkedAliases {
  phones: readonly string[]
  lid: string
}

/** How a number and a LID of one person are linked. */
export type LinkPlan =
  /** They are one conversation; `missing` are aliases to add. */
  | { kind: 'settled'; id: string; missing: string[] }
  /** Two conversations become one: the older is kept. */
  | { kind: 'merge'; kept: string; merged: string; missing: string[] }
  /** The aliases of one side belonged to another person: only they move. `target` undefined: to a new conversation. */
  | { kind: 'repoint'; target: string | undefined; names: string[]; missing: string[] }
  /** There is no conversation of either. */
  | { kind: 'new'; missing: string[] }

const isPhone = (alias: string) => alias.startsWith('phone:')
const isLid = (alias: string) => alias.startsWith('lid:')

/**
 * Links a number and a LID as told by the WhatsApp server. Conversations merge only when neither is linked to another number or
 * LID; otherwise only the alias moves, so that a conversation cannot be taken over by claiming its number. The newest link of
 * the server counts.
 * @param byPhone the conversation that has the number, with all its aliases; `byLid` the one that has the LID.
 */
export function planLink(
  byPhone: KnownConversation | undefined,
  byLid: KnownConversation | undefined,
  names: LinkedAliases,
): LinkPlan {
  const wanted = [...names.phones, names.lid]
  const listMissing = (known: KnownConversation) => wanted.filter((name) => !known.aliases.includes(name))
  if (byPhone && byPhone.id === byLid?.id)
    return { kind: 'settled', id: byPhone.id, missing: listMissing(byPhone) }
  const isPhoneFree = byPhone?.aliases.every((alias) => !isLid(alias) || alias === names.lid) === true
  const isLidFree = byLid?.aliases.every((alias) => !isPhone(alias) || names.phones.includes(alias)) === true
  if (!byPhone && !byLid) return { kind: 'new', missing: wanted }
  if (byPhone && byLid && isPhoneFree && isLidFree) return planMerge(byPhone, byLid, wanted)
  if (byPhone && isPhoneFree) return planRepoint(byPhone, byLid ? [names.lid] : [], listMissing(byPhone))
  if (byLid && isLidFree) return planRepoint(byLid, byPhone ? [...names.phones] : [], listMissing(byLid))
  const moving = [...(byPhone ? names.phones : []), ...(byLid ? [names.lid] : [])]
  return { kind: 'repoint', target: undefined, names: moving, missing: wanted }
}

/* Ids rise with time: the lower one is older. */
function planMerge(left: KnownConversation, right: KnownConversation, wanted: readonly string[]): LinkPlan {
  const [kept, merged] = left.id < right.id ? [left.id, right.id] : [right.id, left.id]
  const known = [...left.aliases, ...right.aliases]
  return { kind: 'merge', kept, merged, missing: wanted.filter((name) => !known.includes(name)) }
}

const planRepoint = (target: KnownConversation, names: string[], missing: string[]): LinkPlan =>
  names.length === 0
    ? { kind: 'settled', id: target.id, missing }
    : { kind: 'repoint', target: target.id, names, missing: missing.filter((name) => !names.includes(name)) }
