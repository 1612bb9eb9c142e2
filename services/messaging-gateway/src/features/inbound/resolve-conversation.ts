import type { CompanyId, ConnectionId } from '@balcao/contracts'
import { deskEvent, orderingKeys } from '@balcao/contracts/wire'
import type { ServicePorts, Tx } from '@balcao/kernel'

import { signals } from '../../signals'
import { chatAliases, identityOfJid, personOfAliases, type ChatIdentity } from './chat-aliases'
import type { ConversationStore, KnownConversation } from './conversation.store'
import { planLink, type LinkedNames, type LinkPlan } from './link-plan'

export interface SettleDeps extends Pick<ServicePorts, 'events' | 'clock' | 'ids'> {
  conversations: ConversationStore
}

/** Where a chat is settled. */
export interface Place {
  companyId: CompanyId
  connectionId: ConnectionId
}

/**
 * The one conversation behind a chat, whatever the network calls it today: number, ninth-digit twin and LID become
 * one id here, before anything is keyed by it. Its row is locked, so events of one conversation are appended in
 * commit order. A chat that carries number and LID links them; see `planLink` for what that may do.
 * @param chat names that the network vouches for, never what a contact or an agent says.
 */
export async function resolveConversation(
  deps: SettleDeps,
  tx: Tx,
  companyId: CompanyId,
  connectionId: ConnectionId,
  chat: ChatIdentity,
): Promise<string> {
  const place = { companyId, connectionId }
  const aliases = chatAliases(chat)
  const settled = await deps.conversations.lockResolved(tx, companyId, connectionId, aliases)
  if (settled) return settled
  await deps.conversations.lockAliases(tx, connectionId, aliases)
  const known = await deps.conversations.lockByAliases(tx, companyId, connectionId, aliases)
  const names = namesOf(aliases)
  if (!names) return resolveOne(deps, tx, place, known, aliases)
  const sides = sidesOf(known, names)
  if (await areKeptApart(deps, tx, companyId, sides)) return ownSide(chat, sides)
  return carryOut(deps, tx, place, known, planLink(sides.byPhone, sides.byLid, names))
}

/** The names of one person among these; undefined when they are not a number and a LID. */
export const namesOf = (aliases: readonly string[]): LinkedNames | undefined => {
  const lid = aliases.find((alias) => alias.startsWith('lid:'))
  const phones = aliases.filter((alias) => alias.startsWith('phone:'))
  return lid && phones.length > 0 ? { phones, lid } : undefined
}

interface Sides {
  byPhone: KnownConversation | undefined
  byLid: KnownConversation | undefined
}

/** Where the number is known, and where the LID. */
export const sidesOf = (known: readonly KnownConversation[], names: LinkedNames): Sides => ({
  byPhone: known.find(({ aliases }) => aliases.some((alias) => names.phones.includes(alias))),
  byLid: known.find(({ aliases }) => aliases.includes(names.lid)),
})

/** An administrator's word outweighs the network's. */
export async function areKeptApart(
  deps: SettleDeps,
  tx: Tx,
  companyId: CompanyId,
  { byPhone, byLid }: Sides,
): Promise<boolean> {
  if (!byPhone || !byLid || byPhone.id === byLid.id) return false
  return deps.conversations.isVetoed(tx, companyId, byPhone.id, byLid.id)
}

/* The chat of two that are kept apart is the one that its own name says. */
function ownSide(chat: ChatIdentity, { byPhone, byLid }: Sides): string {
  const own = identityOfJid(chat.remoteJid).lid === '' ? byPhone : byLid
  if (!own) throw new Error('Both sides of a veto are known')
  return own.id
}

/* One name, or a number and its twin: nothing to link. */
async function resolveOne(
  deps: SettleDeps,
  tx: Tx,
  { companyId, connectionId }: Place,
  known: readonly KnownConversation[],
  aliases: readonly string[],
): Promise<string> {
  const id = known[0]?.id ?? deps.ids.next()
  if (!known[0]) await deps.conversations.create(tx, companyId, connectionId, id)
  const carried = known.flatMap((conversation) => conversation.aliases)
  await deps.conversations.pointAliases(
    tx,
    companyId,
    connectionId,
    id,
    aliases.filter((alias) => !carried.includes(alias)),
  )
  return id
}

/** Makes a plan so. Answers the conversation in which the names are afterwards. */
export async function carryOut(
  deps: SettleDeps,
  tx: Tx,
  place: Place,
  known: readonly KnownConversation[],
  plan: LinkPlan,
): Promise<string> {
  const { companyId, connectionId } = place
  const id = findTarget(plan) ?? deps.ids.next()
  if (findTarget(plan) === undefined) await deps.conversations.create(tx, companyId, connectionId, id)
  if (plan.kind === 'merge') await merge(deps, tx, place, known, plan)
  if (plan.kind === 'repoint') await logRepoints(deps, tx, place, known, { id, names: plan.names })
  const moving = plan.kind === 'repoint' ? plan.names : []
  await deps.conversations.pointAliases(tx, companyId, connectionId, id, [
    ...new Set([...plan.missing, ...moving]),
  ])
  return id
}

function findTarget(plan: LinkPlan): string | undefined {
  if (plan.kind === 'merge') return plan.survivor
  if (plan.kind === 'settled') return plan.id
  return plan.kind === 'repoint' ? plan.home : undefined
}

async function merge(
  deps: SettleDeps,
  tx: Tx,
  { companyId, connectionId }: Place,
  known: readonly KnownConversation[],
  { survivor, other }: { survivor: string; other: string },
): Promise<void> {
  const aliases = known.find(({ id }) => id === other)?.aliases ?? []
  const [id, at] = [deps.ids.next(), deps.clock.now()]
  await deps.conversations.log(tx, companyId, {
    id,
    connectionId,
    kind: 'merge',
    toId: survivor,
    fromId: other,
    aliases,
    by: 'network',
    at,
  })
  await deps.conversations.pointAliases(tx, companyId, connectionId, survivor, aliases)
  await deps.conversations.merge(tx, companyId, survivor, other)
  await deps.events.append(tx, [
    deskEvent(deps, companyId, orderingKeys.conversation(survivor), 'conversationsMerged', {
      connectionId,
      survivorId: survivor,
      otherIds: [other],
      undone: false,
      person: personOfAliases(known.flatMap((conversation) => conversation.aliases)),
    }),
  ])
  signals.conversationMoved({ companyId, connectionId, kind: 'merge' })
}

async function logRepoints(
  deps: SettleDeps,
  tx: Tx,
  { companyId, connectionId }: Place,
  known: readonly KnownConversation[],
  { id: toId, names }: { id: string; names: readonly string[] },
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
