import type { CompanyId, ConnectionId } from '@balcao/contracts'
import { deskEvent, orderingKeys } from '@balcao/contracts/wire'
import type { ServicePorts, Tx } from '@balcao/kernel'

import { signals } from '../../signals'
import type { InboundMessage } from '../whatsapp-driver'
import { chatAliases, toRemoteJids } from './chat-aliases'
import type { ConversationStore } from './conversation.store'
import { fetchWithinTime, scheduleFetch, mediaKeys, type Fetched } from './fetch-media'
import { finishAll } from './follow-up.store'
import { placeholderFilled } from './inbound-events'
import type { InboundStore, PlaceholderSought } from './inbound.store'
import { claimFile } from './claim-file'
import type { Placeholder, PlaceholderStore } from './placeholder.store'
import type { InboundDeps, SessionHolder } from './record-inbound-message'
import { sanitizeMessage, type RecordableMessage } from './sanitize-message'

/** `unknown`: no message waits for this content. `waiting`: filled in, but its file has not arrived. */
export type FillOutcome = 'filled' | 'waiting' | 'unknown'

/**
 * Fills in the content, delivered by our own phone, of a message that came without it, under the identity it was recorded with.
 * Only a waiting message is filled in, once, so that erased and deleted ones stay empty. The phone may use another name of the
 * chat than the server did.
 * @throws {AppError} ERR_LEASE_LOST
 */
export async function fillPlaceholder(
  deps: InboundDeps,
  holder: SessionHolder,
  received: InboundMessage,
): Promise<FillOutcome> {
  const message = sanitizeMessage(received, deps.clock.now())
  const { companyId, connectionId, lease } = holder
  const sought = await deps.db.withTenant(companyId, async (tx) => {
    const names = await readSought(deps, tx, holder, message)
    return (await deps.inbound.lockPlaceholder(tx, companyId, connectionId, names)) && names
  })
  if (!sought) {
    signals.placeholderUnknown({ companyId, connectionId })
    return 'unknown'
  }
  const fetched = await fetchWithinTime(deps, holder, message)
  const isFilled = await claimFile(deps, holder, fetched, async (tx) => {
    await deps.leases.fence(tx, lease)
    return fillRecorded(deps, tx, holder, { message, fetched, sought })
  })
  if (!isFilled) return 'unknown'
  signals.placeholderFilled({ companyId, connectionId, kind: fetched.kind })
  return fetched.wait ? 'waiting' : 'filled'
}

async function readSought(
  deps: InboundDeps,
  tx: Tx,
  { companyId, connectionId }: SessionHolder,
  { remoteJid, isGroup, contact, fromMe, waId }: RecordableMessage,
): Promise<PlaceholderSought> {
  const { number, lid, bsuid } = contact
  const aliases = chatAliases({ remoteJid, isGroup, number, lid, bsuid })
  const known = await deps.conversations.listAliases(tx, companyId, connectionId, aliases)
  const remoteJids = [...new Set([remoteJid, ...toRemoteJids([...aliases, ...known])])]
  return { remoteJids, participant: undefined, fromMe, waId }
}

/** Fills in the waiting message, in the caller's fenced transaction. False when there is none. */
export async function fillRecorded(
  deps: InboundDeps,
  tx: Tx,
  holder: SessionHolder,
  { message, fetched, sought }: { message: RecordableMessage; fetched: Fetched; sought: PlaceholderSought },
): Promise<boolean> {
  const { companyId, connectionId } = holder
  const found = await deps.inbound.lockPlaceholder(tx, companyId, connectionId, sought)
  if (!found) return false
  const { id, identity } = found
  await deps.placeholders.delete(tx, companyId, id)
  await deps.inbound.setContent(tx, companyId, id, { kind: fetched.kind, key: fetched.media?.key ?? '' })
  await deps.pendingBlobs.claim(tx, companyId, mediaKeys(fetched))
  const conversationId = await deps.conversations.readCurrentId(tx, companyId, found.conversationId)
  const recorded = { ...message, ...identity }
  const at = { id, conversationId }
  await scheduleFetch(deps, tx, holder, { message: recorded, fetched, ...at })
  await deps.events.append(tx, [placeholderFilled(deps, holder, { message: recorded, fetched }, at)])
  return true
}

interface GiveUpDeps extends Pick<ServicePorts, 'events' | 'clock' | 'ids'> {
  conversations: ConversationStore
  inbound: InboundStore
  placeholders: PlaceholderStore
}

/** After the last request: the message can be read on the phone only. Content that arrives later is still filled in. */
export async function giveUpPlaceholder(
  deps: GiveUpDeps,
  tx: Tx,
  { companyId, connectionId }: { companyId: CompanyId; connectionId: ConnectionId },
  { id, identity, conversationId: recordedIn }: Placeholder,
): Promise<void> {
  if (!(await deps.placeholders.delete(tx, companyId, id))) return
  await deps.inbound.setContent(tx, companyId, id, { kind: 'phoneOnly', key: '' })
  const conversationId = await deps.conversations.readCurrentId(tx, companyId, recordedIn)
  const noPerson = { contact: undefined, isGroup: false, sender: undefined }
  const noContent = { body: '', media: undefined, mediaPending: false, marks: [], quotedWaId: '', vcard: '' }
  await deps.events.append(tx, [
    deskEvent(deps, orderingKeys.conversation(companyId, conversationId), 'placeholderFilled', {
      ...noPerson,
      ...noContent,
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

/** Gives up the waiting messages of a deleted connection. */
export async function giveUpPlaceholders(
  deps: GiveUpDeps,
  tx: Tx,
  companyId: CompanyId,
  connectionId: ConnectionId,
): Promise<void> {
  const connection = { companyId, connectionId }
  await finishAll(deps.placeholders, tx, connection, (placeholder) =>
    giveUpPlaceholder(deps, tx, connection, placeholder),
  )
}
