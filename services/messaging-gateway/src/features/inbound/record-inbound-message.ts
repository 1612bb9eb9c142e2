import { isPlaceholder, type CompanyId, type ConnectionId } from '@balcao/contracts'
import type { Lease, ServicePorts, Tx } from '@balcao/kernel'

import { signals } from '../../signals'
import type { InboundMessage } from '../whatsapp-driver'
import { fetchWithinTime, scheduleFetch, mediaKeys, type FetchedMessage, type FetchDeps } from './fetch-media'
import { fillRecorded } from './fill-placeholder'
import { messageReceived } from './inbound-events'
import type { InboundStore } from './inbound.store'
import { claimFile } from './claim-file'
import type { PlaceholderTimes } from './placeholder-times'
import type { PlaceholderStore } from './placeholder.store'
import { sanitizeMessage, type RecordableMessage } from './sanitize-message'
import { resolveConversation, type ResolveDeps } from './resolve-conversation'

export interface InboundDeps extends ResolveDeps, FetchDeps, Pick<ServicePorts, 'db' | 'events' | 'leases'> {
  inbound: InboundStore
  placeholders: PlaceholderStore
  placeholderTimes: PlaceholderTimes
  /** Whether a message from our own number is the echo of one that this gateway sent. */
  isOwnEcho(tx: Tx, companyId: CompanyId, connectionId: ConnectionId, waId: string): Promise<boolean>
}

/** The connection of a session, and the lease that fences its writes. */
export interface SessionHolder {
  companyId: CompanyId
  connectionId: ConnectionId
  lease: Lease
}

/** `repeated`: recorded before. `waiting`: recorded, but its file or content has not arrived. */
export type RecordOutcome = 'recorded' | 'repeated' | 'waiting'

/**
 * Makes a received message durable: media in the blob store, then journal row and `messageReceived` in one fenced transaction.
 * When it resolves the driver may send the receipt. Idempotent by the message's identity; a repeat with the content that the
 * first one lacked fills it in. A file that cannot be downloaded now is downloaded later, and the message recorded without it.
 * @throws {AppError} ERR_LEASE_LOST; nothing was written.
 */
export async function recordInboundMessage(
  deps: InboundDeps,
  holder: SessionHolder,
  received: InboundMessage,
): Promise<RecordOutcome> {
  const message = sanitizeMessage(received, deps.clock.now())
  const { companyId, connectionId } = holder
  if (message.media && (await deps.db.withTenant(companyId, (tx) => isRepeat(deps, tx, holder, message)))) {
    signals.messageRepeated({ companyId, connectionId })
    return 'repeated'
  }
  const fetched = await fetchWithinTime(deps, holder, message)
  if (
    !(await claimFile(deps, holder, fetched, (tx) => writeJournal(deps, tx, holder, { message, fetched })))
  ) {
    signals.messageRepeated({ companyId, connectionId })
    return 'repeated'
  }
  signals.messageRecorded({ companyId, connectionId, kind: fetched.kind })
  return fetched.wait || message.kind === 'placeholder' ? 'waiting' : 'recorded'
}

/* Checked before the download. */
async function isRepeat(
  deps: InboundDeps,
  tx: Tx,
  { companyId, connectionId }: SessionHolder,
  message: RecordableMessage,
): Promise<boolean> {
  if (await deps.inbound.isKnown(tx, companyId, connectionId, message)) return true
  return message.fromMe && deps.isOwnEcho(tx, companyId, connectionId, message.waId)
}

async function writeJournal(
  deps: InboundDeps,
  tx: Tx,
  holder: SessionHolder,
  { message, fetched }: FetchedMessage,
): Promise<boolean> {
  const { companyId, connectionId, lease } = holder
  const { number, lid, bsuid } = message.contact
  const { waId, remoteJid, participant, fromMe, isGroup, sentAt } = message
  // Statements are sent without waiting for the fence's answer: a lost lease rolls them back.
  const fenced = deps.leases.fence(tx, lease)
  const [, isEcho] = fromMe
    ? await Promise.all([fenced, deps.isOwnEcho(tx, companyId, connectionId, waId)])
    : [fenced, false]
  if (isEcho) return false
  const chat = { remoteJid, isGroup, number, lid, bsuid }
  const [, conversationId] = await Promise.all([fenced, resolveConversation(deps, tx, holder, chat)])
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
    await deps.placeholders.insert(tx, companyId, connectionId, {
      id,
      conversationId,
      identity,
      tries: 0,
      nextAt: deps.clock.now(),
    })
  await deps.pendingBlobs.claim(tx, companyId, mediaKeys(fetched))
  await scheduleFetch(deps, tx, holder, { message, fetched, id, conversationId })
  await deps.events.append(tx, [messageReceived(deps, holder, { message, fetched }, { id, conversationId })])
  return true
}
