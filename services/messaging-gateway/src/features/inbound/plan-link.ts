import { aliasKind } from './chat-aliases'
import type { KnownConversation } from './conversation.store'

/** Aliases of one person: the number in both forms, and a privacy id. */
export interface LinkedAliases {
  phones: readonly string[]
  privacy: string
}

/** How a number and a privacy id of one person are linked. */
export type LinkPlan =
  /** They are one conversation; `missing` are aliases to add. */
  | { kind: 'settled'; id: string; missing: string[] }
  /** Two conversations become one: the older is kept. `linked`: by which names. */
  | { kind: 'merge'; kept: string; merged: string; missing: string[]; linked: readonly string[] }
  /** The aliases of one side belonged to another person: only they move. `target` undefined: to a new conversation. */
  | { kind: 'repoint'; target: string | undefined; names: string[]; missing: string[] }
  /** There is no conversation of either. */
  | { kind: 'new'; missing: string[] }

const isPhone = (alias: string) => alias.startsWith('phone:')

/**
 * Links a number and a privacy id as told by WhatsApp. Conversations merge only when neither is linked to another number or privacy id
 * of the kind; otherwise only the alias moves, so that a conversation cannot be taken over by claiming its number. The newest link of the
 * network counts.
 * @param byPhone the conversation that has the number, with all its aliases; `byPrivacy` the one that has the privacy id.
 */
export function planLink(
  byPhone: KnownConversation | undefined,
  byPrivacy: KnownConversation | undefined,
  names: LinkedAliases,
): LinkPlan {
  const wanted = [...names.phones, names.privacy]
  const listMissing = (known: KnownConversation) => wanted.filter((name) => !known.aliases.includes(name))
  if (byPhone && byPhone.id === byPrivacy?.id)
    return { kind: 'settled', id: byPhone.id, missing: listMissing(byPhone) }
  const isPhoneFree =
    byPhone?.aliases.every(
      (alias) => aliasKind(alias) !== aliasKind(names.privacy) || alias === names.privacy,
    ) === true
  const isPrivacyFree =
    byPrivacy?.aliases.every((alias) => !isPhone(alias) || names.phones.includes(alias)) === true
  if (!byPhone && !byPrivacy) return { kind: 'new', missing: wanted }
  if (byPhone && byPrivacy && isPhoneFree && isPrivacyFree) return planMerge(byPhone, byPrivacy, wanted)
  if (byPhone && isPhoneFree)
    return planRepoint(byPhone, byPrivacy ? [names.privacy] : [], listMissing(byPhone))
  if (byPrivacy && isPrivacyFree)
    return planRepoint(byPrivacy, byPhone ? [...names.phones] : [], listMissing(byPrivacy))
  const moving = [...(byPhone ? names.phones : []), ...(byPrivacy ? [names.privacy] : [])]
  return { kind: 'repoint', target: undefined, names: moving, missing: wanted }
}

/* Ids rise with time: the lower one is older. */
function planMerge(left: KnownConversation, right: KnownConversation, wanted: readonly string[]): LinkPlan {
  const [kept, merged] = left.id < right.id ? [left.id, right.id] : [right.id, left.id]
  const known = [...left.aliases, ...right.aliases]
  const missing = wanted.filter((name) => !known.includes(name))
  return { kind: 'merge', kept, merged, missing, linked: wanted }
}

const planRepoint = (target: KnownConversation, names: string[], missing: string[]): LinkPlan =>
  names.length === 0
    ? { kind: 'settled', id: target.id, missing }
    : { kind: 'repoint', target: target.id, names, missing: missing.filter((name) => !names.includes(name)) }
