import type { CompanyId } from '@balcao/contracts'
import { deskEvent, orderingKeys } from '@balcao/contracts/wire'
import type { ServicePorts, Tx } from '@balcao/kernel'

import { signals } from '../../signals'
import { chatAliases, isPrivacyAlias, parseChat, pickPerson, type ChatIdentity } from './chat-aliases'
import type { ConversationStore, KnownConversation } from './conversation.store'
import type { ConnectionRef } from './inbound.store'
import { planLink, type LinkedAliases, type LinkPlan } from './plan-link'

export interface ResolveDeps extends Pick<ServicePorts, 'events' | 'clock' | 'ids'> {
  conversations: ConversationStore
}

/**
 * The conversation of a chat: number, its form with or without the ninth digit, and privacy id have one id. Its row is locked, so
 * events of one conversation are appended in commit order. A chat with number and privacy id links them, see `planLink`.
 * @param chat identities from the WhatsApp server, never from a contact or an agent.
 */
export async function resolveConversation(
  deps: ResolveDeps,
  tx: Tx,
  connection: ConnectionRef,
  chat: ChatIdentity,
): Promise<string> {
  const { companyId, connectionId } = connection
  const aliases = chatAliases(chat)
  const resolved = await deps.conversations.lockResolved(tx, companyId, connectionId, aliases)
  if (resolved) return resolved
  deps.conversations.lockAliases(tx, connectionId, aliases)
  const known = await deps.conversations.lockByAliases(tx, companyId, connectionId, aliases)
  const names = pickLinkedAliases(aliases)
  if (!names) return resolveOne(deps, tx, connection, { known, aliases })
  const sides = findSides(known, names)
  if (await areKeptApart(deps, tx, companyId, sides)) return chooseSide(chat, sides)
  return applyLinkPlan(deps, tx, connection, { known, plan: planLink(sides.byPhone, sides.byPrivacy, names) })
}

/** The aliases of a person with number and privacy id; undefined unless there are both. */
export const pickLinkedAliases = (aliases: readonly string[]): LinkedAliases | undefined => {
  const privacy = aliases.find(isPrivacyAlias)
  const phones = aliases.filter((alias) => alias.startsWith('phone:'))
  return privacy && phones.length > 0 ? { phones, privacy } : undefined
}

interface Sides {
  byPhone: KnownConversation | undefined
  byPrivacy: KnownConversation | undefined
}

/** The conversations of the number and of the privacy id. */
export const findSides = (known: readonly KnownConversation[], names: LinkedAliases): Sides => ({
  byPhone: known.find(({ aliases }) => aliases.some((alias) => names.phones.includes(alias))),
  byPrivacy: known.find(({ aliases }) => aliases.includes(names.privacy)),
})

/** An administrator's word outweighs the network's. */
export async function areKeptApart(
  deps: ResolveDeps,
  tx: Tx,
  companyId: CompanyId,
  { byPhone, byPrivacy }: Sides,
): Promise<boolean> {
  if (!byPhone || !byPrivacy || byPhone.id === byPrivacy.id) return false
  return deps.conversations.isVetoed(tx, companyId, byPhone.id, byPrivacy.id)
}

/* Of two conversations whose merge was undone, the one of the chat's address. */
function chooseSide(chat: ChatIdentity, { byPhone, byPrivacy }: Sides): string {
  const own = chatAliases(parseChat(chat.remoteJid)).some(isPrivacyAlias) ? byPrivacy : byPhone
  if (!own) throw new Error('Both sides of a veto are known')
  return own.id
}

/* One alias, or a number in both forms: nothing to link. */
function resolveOne(
  deps: ResolveDeps,
  tx: Tx,
  { companyId, connectionId }: ConnectionRef,
  { known, aliases }: { known: readonly KnownConversation[]; aliases: readonly string[] },
): string {
  const id = known[0]?.id ?? deps.ids.next()
  if (!known[0]) deps.conversations.create(tx, companyId, connectionId, id)
  const carried = known.flatMap((conversation) => conversation.aliases)
  deps.conversations.pointAliases(tx, companyId, connectionId, {
    id,
    aliases: aliases.filter((alias) => !carried.includes(alias)),
  })
  return id
}

/** Answers the conversation of the aliases afterwards. */
export async function applyLinkPlan(
  deps: ResolveDeps,
  tx: Tx,
  connection: ConnectionRef,
  { known, plan }: { known: readonly KnownConversation[]; plan: LinkPlan },
): Promise<string> {
  const { companyId, connectionId } = connection
  const id = findTarget(plan) ?? deps.ids.next()
  if (findTarget(plan) === undefined) deps.conversations.create(tx, companyId, connectionId, id)
  if (plan.kind === 'merge') await merge(deps, tx, connection, { known, plan })
  if (plan.kind === 'repoint') await logRepoints(deps, tx, connection, { known, id, names: plan.names })
  const moving = plan.kind === 'repoint' ? plan.names : []
  deps.conversations.pointAliases(tx, companyId, connectionId, {
    id,
    aliases: [...new Set([...plan.missing, ...moving])],
  })
  return id
}

function findTarget(plan: LinkPlan): string | undefined {
  if (plan.kind === 'merge') return plan.kept
  if (plan.kind === 'settled') return plan.id
  return plan.kind === 'repoint' ? plan.target : undefined
}

/**
 * Two conversations become one, as the network says, and the log has what an undo gives back: the aliases of the one that ends, and
 * `givesBack`, of those that both have then.
 */
export async function joinConversations(
  deps: ResolveDeps,
  tx: Tx,
  { companyId, connectionId }: ConnectionRef,
  { toId, from, givesBack = [] }: { toId: string; from: KnownConversation; givesBack?: readonly string[] },
): Promise<void> {
  await deps.conversations.log(tx, companyId, {
    id: deps.ids.next(),
    connectionId,
    kind: 'merge',
    toId,
    fromId: from.id,
    aliases: [...new Set([...givesBack, ...from.aliases])],
    by: 'network',
    at: deps.clock.now(),
  })
  deps.conversations.pointAliases(tx, companyId, connectionId, { id: toId, aliases: from.aliases })
  await deps.conversations.merge(tx, companyId, toId, from.id)
  signals.conversationMoved({ companyId, connectionId, kind: 'merge' })
}

async function merge(
  deps: ResolveDeps,
  tx: Tx,
  { companyId, connectionId }: ConnectionRef,
  {
    known,
    plan: { kept, merged, linked },
  }: { known: readonly KnownConversation[]; plan: Extract<LinkPlan, { kind: 'merge' }> },
): Promise<void> {
  const from = known.find(({ id }) => id === merged) ?? { id: merged, aliases: [] }
  await joinConversations(deps, tx, { companyId, connectionId }, { toId: kept, from })
  await deps.events.append(tx, [
    deskEvent(deps, orderingKeys.conversation(companyId, kept), 'conversationsMerged', {
      connectionId,
      survivorId: kept,
      otherIds: [merged],
      undone: false,
      person: pickPerson([...linked, ...known.flatMap((conversation) => conversation.aliases)]),
    }),
  ])
}

/** Logs which of these names move to the conversation `id` alone. */
export async function logRepoints(
  deps: ResolveDeps,
  tx: Tx,
  { companyId, connectionId }: ConnectionRef,
  { known, id: toId, names }: { known: readonly KnownConversation[]; id: string; names: readonly string[] },
): Promise<void> {
  for (const from of known) {
    const aliases = from.aliases.filter((alias) => names.includes(alias))
    if (from.id === toId || aliases.length === 0) continue
    const [id, at] = [deps.ids.next(), deps.clock.now()]
    await deps.conversations.log(tx, companyId, {
      id,
      connectionId,
      kind: 'repoint',
      toId,
      fromId: from.id,
      aliases,
      by: 'network',
      at,
    })
    signals.conversationMoved({ companyId, connectionId, kind: 'repoint' })
  }
}
