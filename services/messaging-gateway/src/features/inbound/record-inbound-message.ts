import type { CompanyId, ConnectionId } from '@balcao/contracts'
import { deskEvent, orderingKeys, type DeskEvent } from '@balcao/contracts/wire'
import { AppError, type Lease, type ServicePorts, type Tx } from '@balcao/kernel'

import { signals } from '../../signals'
import type { InboundMessage } from '../whatsapp-driver'
import { fetchNow, keepForLater, keysOf, type Fetched, type FetchDeps } from './fetch-media'
import type { InboundStore } from './inbound.store'
import { saneMessage } from './sane-message'
import { resolveConversation, type SettleDeps } from './resolve-conversation'

export interface InboundDeps extends SettleDeps, FetchDeps, Pick<ServicePorts, 'db' | 'events' | 'leases'> {
  inbound: InboundStore
  /** Whether a message from our own number is one this gateway sent: its echo is not news. */
  isOwnEcho(tx: Tx, companyId: CompanyId, connectionId: ConnectionId, waId: string): Promise<boolean>
}

/** Whose session brought it, and the right to write for it. */
export interface SessionHolder {
  companyId: CompanyId
  connectionId: ConnectionId
  lease: Lease
}

/** `repeated`: it was there. `waiting`: recorded, its file is still to come. */
export type RecordOutcome = 'recorded' | 'repeated' | 'waiting'

/**
 * Makes a message from the network durable: media in the blob store, then journal row and `messageReceived` in one
 * fenced transaction. When it resolves the driver may receipt. Idempotent by the message's identity: a repeat changes
 * nothing. A file that cannot be had now does not hold its chat up: the message is told without it.
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
  if (!(await journalOrDrop(deps, holder, message, fetched))) {
    signals.messageRepeated({ companyId, connectionId })
    return 'repeated'
  }
  signals.messageRecorded({ companyId, connectionId, kind: fetched.kind })
  return fetched.isPending ? 'waiting' : 'recorded'
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

/* A file whose message was certainly not written is nobody's. After any other failure it may be written yet: the sweep
   sees. */
async function journalOrDrop(
  deps: InboundDeps,
  holder: SessionHolder,
  message: InboundMessage,
  fetched: Fetched,
): Promise<boolean> {
  const drop = () => deps.pendingBlobs.discard(holder.companyId, keysOf(fetched))
  try {
    const isNew = await deps.db.withTenant(holder.companyId, (tx) =>
      journal(deps, tx, holder, message, fetched),
    )
    if (!isNew) await drop()
    return isNew
  } catch (error) {
    if (error instanceof AppError && error.code === 'ERR_LEASE_LOST') await drop()
    throw error
  }
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
  if (!(await deps.inbound.insert(tx, companyId, connectionId, entry))) return false
  await deps.pendingBlobs.claim(tx, companyId, keysOf(fetched))
  if (fetched.isPending) await keepForLater(deps, tx, holder, message, { id, conversationId })
  await deps.events.append(tx, [messageReceived(deps, holder, message, fetched, { id, conversationId })])
  return true
}

function messageReceived(
  deps: InboundDeps,
  holder: SessionHolder,
  message: InboundMessage,
  fetched: Fetched,
  { id, conversationId }: { id: string; conversationId: string },
): DeskEvent {
  return deskEvent(deps, holder.companyId, orderingKeys.conversation(conversationId), 'messageReceived', {
    inboundId: id,
    connectionId: holder.connectionId,
    conversationId,
    remoteJid: message.remoteJid,
    participant: message.participant,
    fromMe: message.fromMe,
    waId: message.waId,
    contact: message.contact,
    isGroup: message.isGroup,
    sender: message.sender,
    kind: fetched.kind,
    body: message.body,
    media: fetched.media,
    mediaPending: fetched.isPending,
    marks: [...message.marks],
    quotedWaId: message.quotedWaId,
    location: message.location,
    vcard: message.vcard,
    sentAt: message.sentAt,
  })
}
