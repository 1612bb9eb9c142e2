import { isPlaceholder, type CompanyId, type ConnectionId } from '@balcao/contracts'
import type { Lease, ServicePorts, Tx } from '@balcao/kernel'

import { signals } from '../../signals'
import type { InboundMessage } from '../whatsapp-driver'
import { fetchNow, keepForLater, keysOf, type Fetched, type FetchDeps } from './fetch-media'
import { fillRecorded } from './fill-placeholder'
import { messageReceived } from './inbound-events'
import type { InboundStore } from './inbound.store'
import { nameFile } from './name-file'
import type { PlaceholderTimes } from './placeholder'
import type { PlaceholderStore } from './placeholder.store'
import { saneMessage } from './sane-message'
import { resolveConversation, type SettleDeps } from './resolve-conversation'

export interface InboundDeps extends SettleDeps, FetchDeps, Pick<ServicePorts, 'db' | 'events' | 'leases'> {
  inbound: InboundStore
  placeholders: PlaceholderStore
  placeholderTimes: PlaceholderTimes
  /** Whether a message from our own number is one this gateway sent: its echo is not news. */
  isOwnEcho(tx: Tx, companyId: CompanyId, connectionId: ConnectionId, waId: string): Promise<boolean>
}

/** Whose session brought it, and the right to write for it. */
export interface SessionHolder {
  companyId: CompanyId
  connectionId: ConnectionId
  lease: Lease
}

/** `repeated`: it was there. `waiting`: recorded, its file or its content is still to come. */
export type RecordOutcome = 'recorded' | 'repeated' | 'waiting'

/**
 * Makes a message from the network durable: media in the blob store, then journal row and `messageReceived` in one
 * fenced transaction. When it resolves the driver may receipt. Idempotent by the message's identity: a repeat changes
 * nothing, unless it has the content that the first one came without: then that is filled in. A file that cannot be had now does not hold its chat up: the message is told without it.
 * @throws {AppError} ERR_LEASE_LOST when the session belongs to another process by now; nothing was written.
 */
export async function recordInboundMessage(
  deps: InboundDeps,
  holder: SessionHolder,
  received: InboundMessage,
): Promise<RecordOutcome> {
  const message = saneMessage(received, deps.clock.now())
  const { companyId, connectionId } = holder
  if (message.media && (await deps.db.withTenant(companyId, (tx) => isOldNews(deps, tx, holder, message)))) {
    signals.messageRepeated({ companyId, connectionId })
    return 'repeated'
  }
  const fetched = await fetchNow(deps, holder, message)
  if (!(await nameFile(deps, holder, fetched, (tx) => journal(deps, tx, holder, message, fetched)))) {
    signals.messageRepeated({ companyId, connectionId })
    return 'repeated'
  }
  signals.messageRecorded({ companyId, connectionId, kind: fetched.kind })
  return fetched.isPending || message.kind === 'placeholder' ? 'waiting' : 'recorded'
}

/* Asked before a file is fetched for nothing. */
async function isOldNews(
  deps: InboundDeps,
  tx: Tx,
  { companyId, connectionId }: SessionHolder,
  message: InboundMessage,
): Promise<boolean> {
  if (await deps.inbound.isKnown(tx, companyId, connectionId, message)) return true
  return message.fromMe && deps.isOwnEcho(tx, companyId, connectionId, message.waId)
}

async function journal(
  deps: InboundDeps,
  tx: Tx,
  holder: SessionHolder,
  message: InboundMessage,
  fetched: Fetched,
): Promise<boolean> {
  const { companyId, connectionId, lease } = holder
  await deps.leases.fence(tx, lease)
  if (message.fromMe && (await deps.isOwnEcho(tx, companyId, connectionId, message.waId))) return false
  const { number, lid } = message.contact
  const { waId, remoteJid, participant, fromMe, isGroup, sentAt } = message
  const conversationId = await resolveConversation(deps, tx, companyId, connectionId, {
    remoteJid,
    isGroup,
    number,
    lid,
  })
  const id = deps.ids.next()
  const identity = { remoteJid, participant, fromMe, waId }
  const entry = {
    ...identity,
    id,
    conversationId,
    sentAt,
    kind: fetched.kind,
    mediaKey: fetched.media?.key ?? '',
  }
  if (!(await deps.inbound.insert(tx, companyId, connectionId, entry))) {
    if (isPlaceholder(message.kind)) return false
    const sought = { remoteJids: [remoteJid], participant, fromMe, waId }
    return fillRecorded(deps, tx, holder, { message, fetched, sought })
  }
  if (message.kind === 'placeholder')
    await deps.placeholders.insert(
      tx,
      companyId,
      connectionId,
      { id, conversationId, identity, tries: 0 },
      deps.clock.now(),
    )
  await deps.pendingBlobs.claim(tx, companyId, keysOf(fetched))
  if (fetched.isPending) await keepForLater(deps, tx, holder, message, { id, conversationId })
  await deps.events.append(tx, [messageReceived(deps, holder, message, fetched, { id, conversationId })])
  return true
}
