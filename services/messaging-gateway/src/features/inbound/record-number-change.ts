import { deskEvent, orderingKeys } from '@balcao/contracts/wire'
import type { Tx } from '@balcao/kernel'

import { formatAddress, type NumberChange, type Person } from '../whatsapp-driver'
import { aliasKind, chatAliases } from './chat-aliases'
import type { KnownConversation } from './conversation.store'
import type { InboundDeps, SessionHolder } from './record-inbound-message'
import { joinConversations, logRepoints, resolveConversation } from './resolve-conversation'
import { boundId, boundPerson, boundTime } from './sanitize-message'

const toChat = (person: Person, remoteJid: string) => ({ ...person, remoteJid, isGroup: false })

/* Whether nothing tells the conversation's person from the one who has these aliases now. */
const isSamePerson = ({ aliases }: KnownConversation, names: readonly string[]): boolean =>
  aliases.every(
    (alias) => names.includes(alias) || !names.some((name) => aliasKind(name) === aliasKind(alias)),
  )

interface Move {
  id: string
  /** Of the new number and privacy id. */
  names: readonly string[]
}

/*
 * The new names belong to the conversation of the former ones, which stay with it: Meta brings late messages under them, and whoever gets
 * the former number has a privacy id of their own, by which `planLink` tells the two.
 */
async function moveNames(deps: InboundDeps, tx: Tx, holder: SessionHolder, move: Move): Promise<void> {
  const { companyId, connectionId } = holder
  const { id, names } = move
  const known = await deps.conversations.lockByAliases(tx, companyId, connectionId, names)
  const others = known.filter((other) => other.id !== id)
  for (const other of others) if (await deps.conversations.isVetoed(tx, companyId, id, other.id)) return
  for (const other of others)
    // Not to the older one, as a link would. An undo gives all names back: they are another person's then.
    if (isSamePerson(other, names))
      await joinConversations(deps, tx, holder, { toId: id, from: other, givesBack: names })
    else await logRepoints(deps, tx, holder, { known: [other], id, names })
  deps.conversations.pointAliases(tx, companyId, connectionId, { id, aliases: names })
}

/**
 * A customer has another number: its conversation merges with that of the former one, unless that is another person's, from whom the
 * number alone moves. Messages that are queued keep their address. Idempotent by the notice's identity.
 * @throws {AppError} ERR_LEASE_LOST
 */
export async function recordNumberChange(
  deps: InboundDeps,
  holder: SessionHolder,
  change: NumberChange,
): Promise<void> {
  const { companyId, connectionId, lease } = holder
  const remoteJid = formatAddress(change.chat)
  const waId = boundId(change.waId)
  const [before, after] = [boundPerson(change.before), boundPerson(change.after)]
  const changedAt = boundTime(change.changedAt, deps.clock.now())
  const former = chatAliases(toChat(before, remoteJid))
  const names = chatAliases(toChat(after, remoteJid))
  await deps.db.withTenant(companyId, async (tx) => {
    await deps.leases.fence(tx, lease)
    deps.conversations.lockAliases(tx, connectionId, [...new Set([...former, ...names])].toSorted())
    const id = await resolveConversation(deps, tx, holder, toChat(before, remoteJid))
    const identity = { remoteJid, participant: '', fromMe: false, waId }
    const entry = { ...identity, id: deps.ids.next(), conversationId: id, sentAt: changedAt, mediaKey: '' }
    if (!(await deps.inbound.insert(tx, companyId, connectionId, { ...entry, kind: 'numberChanged' }))) return
    await moveNames(deps, tx, holder, { id, names })
    await deps.events.append(tx, [
      deskEvent(deps, orderingKeys.conversation(companyId, id), 'customerNumberChanged', {
        connectionId,
        remoteJid,
        waId,
        before,
        after,
        changedAt,
      }),
    ])
  })
}
