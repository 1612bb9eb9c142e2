import type { CompanyId, ConnectionId, MessageKind } from '@balcao/contracts'
import { deskEvent, orderingKeys, type DeskEvent, type Media } from '@balcao/contracts/wire'
import { AppError, type Lease, type ServicePorts, type Tx } from '@balcao/kernel'

import { signals } from '../../signals'
import type { InboundMessage } from '../whatsapp-driver'
import type { ConversationStore } from './conversation.store'
import type { InboundStore } from './inbound.store'
import { settleConversation } from './settle-conversation'
import { storeMedia, type MediaDeps } from './store-media'

export interface InboundDeps extends MediaDeps, Pick<ServicePorts, 'db' | 'events' | 'leases'> {
  conversations: ConversationStore
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

interface Stored {
  media: Media | undefined
  kind: MessageKind
}

/**
 * Makes a message from the network durable: media in the blob store, then journal row and `messageReceived` in one
 * fenced transaction. When it resolves the driver may receipt. Idempotent by the message's identity: a repeat changes nothing.
 * @throws {AppError} ERR_LEASE_LOST when the session belongs to another process by now; nothing was written.
 */
export async function recordInboundMessage(
  deps: InboundDeps,
  holder: SessionHolder,
  message: InboundMessage,
): Promise<'recorded' | 'repeated'> {
  const { companyId, connectionId } = holder
  if (message.media && (await deps.db.withTenant(companyId, (tx) => isOldNews(deps, tx, holder, message)))) {
    signals.messageRepeated({ companyId, connectionId })
    return 'repeated'
  }
  const stored = await storeOrSkip(deps, holder, message)
  const isNew = await deps.db.withTenant(companyId, (tx) => journal(deps, tx, holder, message, stored))
  if (!isNew) {
    if (stored.media) await deps.blobs.delete(stored.media.key)
    signals.messageRepeated({ companyId, connectionId })
    return 'repeated'
  }
  signals.messageRecorded({ companyId, connectionId, kind: stored.kind })
  return 'recorded'
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

/* A file beyond our limit must not keep its chat waiting for ever: the message is recorded without it. */
async function storeOrSkip(
  deps: InboundDeps,
  holder: SessionHolder,
  message: InboundMessage,
): Promise<Stored> {
  if (!message.media) return { media: undefined, kind: message.kind }
  try {
    return await storeMedia(deps, holder.companyId, message.media, message.kind)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'ERR_MEDIA_TOO_LARGE') throw error
    signals.mediaTooLarge({ companyId: holder.companyId, connectionId: holder.connectionId })
    return { media: undefined, kind: 'unsupported' }
  }
}

async function journal(
  deps: InboundDeps,
  tx: Tx,
  holder: SessionHolder,
  message: InboundMessage,
  stored: Stored,
): Promise<boolean> {
  const { companyId, connectionId, lease } = holder
  await deps.leases.fence(tx, lease)
  if (message.fromMe && (await deps.isOwnEcho(tx, companyId, connectionId, message.waId))) return false
  const chat = {
    remoteJid: message.remoteJid,
    isGroup: message.isGroup,
    number: message.contact.number,
    lid: message.contact.lid,
  }
  const conversationId = await settleConversation(deps, tx, companyId, connectionId, chat)
  const { waId, remoteJid, participant, fromMe, sentAt } = message
  const id = deps.ids.next()
  const entry = {
    id,
    conversationId,
    waId,
    remoteJid,
    participant,
    fromMe,
    sentAt,
    kind: stored.kind,
    mediaKey: stored.media?.key ?? '',
  }
  if (!(await deps.inbound.insert(tx, companyId, connectionId, entry))) return false
  await deps.events.append(tx, [messageReceived(deps, holder, message, stored, { id, conversationId })])
  return true
}

function messageReceived(
  deps: InboundDeps,
  holder: SessionHolder,
  message: InboundMessage,
  stored: Stored,
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
    kind: stored.kind,
    body: message.body,
    media: stored.media,
    quotedWaId: message.quotedWaId,
    location: message.location,
    vcard: message.vcard,
    sentAt: message.sentAt,
  })
}
