import type { CompanyId, ConnectionId } from '@balcao/contracts'
import { deskEvent, orderingKeys } from '@balcao/contracts/wire'
import type { ServicePorts, Tx } from '@balcao/kernel'

import { signals } from '../../signals'
import type { InboundMessage } from '../whatsapp-driver'
import { chatAliases, jidsOfAliases } from './chat-aliases'
import type { ConversationStore } from './conversation.store'
import { fetchNow, keepForLater, keysOf, type Fetched } from './fetch-media'
import { settleAll } from './follow-up.store'
import { placeholderFilled } from './inbound-events'
import type { InboundStore, PlaceholderSought } from './inbound.store'
import { nameFile } from './name-file'
import type { Placeholder, PlaceholderStore } from './placeholder.store'
import type { InboundDeps, SessionHolder } from './record-inbound-message'
import { saneMessage } from './sane-message'

/** `unknown`: no message waits for this content. `waiting`: filled in, its file is still to come. */
export type FillOutcome = 'filled' | 'waiting' | 'unknown'

/**
 * Our own phone gave the content of a message that came without: it takes the message's place under the identity it was
 * recorded with, once. Only what waits is filled in, so that what was erased or deleted does not come back. The phone may
 * call the chat by another name than the network did.
 * @throws {AppError} ERR_LEASE_LOST
 */
export async function fillPlaceholder(
  deps: InboundDeps,
  holder: SessionHolder,
  received: InboundMessage,
): Promise<FillOutcome> {
  const message = saneMessage(received, deps.clock.now())
  const { companyId, connectionId, lease } = holder
  const sought = await deps.db.withTenant(companyId, async (tx) => {
    const names = await soughtAs(deps, tx, holder, message)
    return (await deps.inbound.lockPlaceholder(tx, companyId, connectionId, names)) && names
  })
  if (!sought) {
    signals.placeholderUnknown({ companyId, connectionId })
    return 'unknown'
  }
  const fetched = await fetchNow(deps, holder, message)
  const isFilled = await nameFile(deps, holder, fetched, async (tx) => {
    await deps.leases.fence(tx, lease)
    return fillRecorded(deps, tx, holder, { message, fetched, sought })
  })
  if (!isFilled) return 'unknown'
  signals.placeholderFilled({ companyId, connectionId, kind: fetched.kind })
  return fetched.isPending ? 'waiting' : 'filled'
}

async function soughtAs(
  deps: InboundDeps,
  tx: Tx,
  { companyId, connectionId }: SessionHolder,
  { remoteJid, isGroup, contact, fromMe, waId }: InboundMessage,
): Promise<PlaceholderSought> {
  const aliases = chatAliases({ remoteJid, isGroup, number: contact.number, lid: contact.lid })
  const known = await deps.conversations.namesOf(tx, companyId, connectionId, aliases)
  const remoteJids = [...new Set([remoteJid, ...jidsOfAliases([...aliases, ...known])])]
  return { remoteJids, participant: undefined, fromMe, waId }
}

/** Fills in the recorded message that is sought, in the caller's fenced transaction. False when none waits. */
export async function fillRecorded(
  deps: InboundDeps,
  tx: Tx,
  holder: SessionHolder,
  { message, fetched, sought }: { message: InboundMessage; fetched: Fetched; sought: PlaceholderSought },
): Promise<boolean> {
  const { companyId, connectionId } = holder
  const found = await deps.inbound.lockPlaceholder(tx, companyId, connectionId, sought)
  if (!found) return false
  const { id, identity } = found
  await deps.placeholders.delete(tx, companyId, id)
  await deps.inbound.setContent(tx, companyId, id, { kind: fetched.kind, key: fetched.media?.key ?? '' })
  await deps.pendingBlobs.claim(tx, companyId, keysOf(fetched))
  const conversationId = await deps.conversations.survivorOf(tx, companyId, found.conversationId)
  const recorded = { ...message, ...identity }
  const at = { id, conversationId }
  if (fetched.isPending) await keepForLater(deps, tx, holder, recorded, at)
  await deps.events.append(tx, [placeholderFilled(deps, holder, recorded, fetched, at)])
  return true
}

interface GiveUpDeps extends Pick<ServicePorts, 'events' | 'clock' | 'ids'> {
  conversations: ConversationStore
  inbound: InboundStore
  placeholders: PlaceholderStore
}

/** The phone was asked often enough: the message shows on it only. It is filled in all the same should it come one day. */
export async function giveUpPlaceholder(
  deps: GiveUpDeps,
  tx: Tx,
  { companyId, connectionId }: { companyId: CompanyId; connectionId: ConnectionId },
  { id, identity, conversationId: recordedIn }: Placeholder,
): Promise<void> {
  if (!(await deps.placeholders.delete(tx, companyId, id))) return
  await deps.inbound.setContent(tx, companyId, id, { kind: 'phoneOnly', key: '' })
  const conversationId = await deps.conversations.survivorOf(tx, companyId, recordedIn)
  const nobody = { contact: undefined, isGroup: false, sender: undefined }
  const nothing = { body: '', media: undefined, mediaPending: false, marks: [], quotedWaId: '', vcard: '' }
  await deps.events.append(tx, [
    deskEvent(deps, companyId, orderingKeys.conversation(conversationId), 'placeholderFilled', {
      ...nobody,
      ...nothing,
      ...identity,
      inboundId: id,
      connectionId,
      conversationId,
      kind: 'phoneOnly',
      location: undefined,
      ad: undefined,
      sentAt: undefined,
    }),
  ])
}

/** Contents of a connection that goes away: its phone will never be asked again. */
export async function giveUpPlaceholders(
  deps: GiveUpDeps,
  tx: Tx,
  companyId: CompanyId,
  connectionId: ConnectionId,
): Promise<void> {
  const place = { companyId, connectionId }
  await settleAll(deps.placeholders, tx, companyId, connectionId, (placeholder) =>
    giveUpPlaceholder(deps, tx, place, placeholder),
  )
}
