import {
  connectionId as toConnectionId,
  messageId as toMessageId,
  messageKinds,
  type CompanyId,
  type ConnectionId,
} from '@balcao/contracts'
import { OutboundLane, type EventValue } from '@balcao/contracts/wire'
import type { ServicePorts, Tx } from '@balcao/kernel'

import { parseJid, toJid, resolveConversation, type ConversationStore, type InboundStore } from '../inbound'
import { outboundMoved } from './outbound-events'
import { isTerminal } from './outbound-state'
import type { Lane, OutboundDraft, OutboundRow, OutboundStore } from './outbound.store'
import type { ReadMarkStore } from './read-mark.store'
import { waIdOf } from './wa-id'

export interface RequestDeps extends Pick<ServicePorts, 'events' | 'clock' | 'ids'> {
  outbound: OutboundStore
  readMarks: ReadMarkStore
  conversations: ConversationStore
  inbound: InboundStore
  /** Whether the connection is the company's and not deleted. */
  connectionExists(tx: Tx, companyId: CompanyId, connectionId: ConnectionId): Promise<boolean>
  /** Keys the network ids of our messages. */
  waIdKey: string
}

type Requested = EventValue<'outboundRequested'>

function draftOf(
  request: Requested,
  waId: string,
  remoteJid: string,
  quotedWaId: string,
): Omit<OutboundDraft & { operation: 'send' }, 'conversationId'> {
  return {
    operation: 'send',
    messageId: toMessageId(request.messageId),
    targetId: undefined,
    lane: request.lane === OutboundLane.OUTBOUND_LANE_CAMPAIGN ? 'campaign' : 'agent',
    waId,
    remoteJid,
    payload: {
      kind: messageKinds.find((kind) => kind === request.kind) ?? 'chat',
      body: request.body,
      media: request.media?.key ? request.media : undefined,
      quoted: quotedWaId
        ? {
            waId: quotedWaId,
            fromMe: request.quotedFromMe,
            participant: request.quotedParticipant,
            body: request.quotedBody,
          }
        : undefined,
      location: request.location,
      vcard: request.vcard,
    },
  }
}

/* What the desk quotes before it heard of our id is a message of ours: it came on the same key, so its row is here. */
async function quotedWaIdOf(
  { outbound }: RequestDeps,
  tx: Tx,
  companyId: CompanyId,
  request: Requested,
): Promise<string> {
  if (request.quotedWaId || !request.quotedMessageId) return request.quotedWaId
  const quoted = await outbound.findMessage(tx, companyId, toMessageId(request.quotedMessageId))
  return quoted?.connectionId === request.connectionId ? quoted.waId : ''
}

/** What nobody will ever send fails at once. */
export async function failWithoutConnection(deps: RequestDeps, tx: Tx, row: OutboundRow): Promise<void> {
  if (await deps.connectionExists(tx, row.companyId, row.connectionId)) return
  const failed = await deps.outbound.fail(tx, row.companyId, row.id, 'ERR_NO_WAPP_FOUND', deps.clock.now())
  if (failed) await deps.events.append(tx, outboundMoved(deps, failed))
}

/**
 * Puts a message into its connection's queue and fixes its network id. Idempotent by message id. A message for a
 * connection that is gone fails at once instead of waiting for ever.
 */
export async function acceptSend(
  deps: RequestDeps,
  tx: Tx,
  companyId: CompanyId,
  request: Requested,
): Promise<void> {
  const connectionId = toConnectionId(request.connectionId)
  const remoteJid = request.remoteJid || toJid(request.number)
  // The chat's own name and no other: that a number and a privacy id are one person is for the network to say.
  const chat = parseJid(remoteJid)
  const conversationId = await resolveConversation(deps, tx, companyId, connectionId, chat)
  const quotedWaId = await quotedWaIdOf(deps, tx, companyId, request)
  const draft = draftOf(request, waIdOf(deps.waIdKey, request.messageId), remoteJid, quotedWaId)
  const row = await deps.outbound.insert(tx, companyId, connectionId, { ...draft, conversationId })
  if (row) await failWithoutConnection(deps, tx, row)
}

/** The lane of what follows a message: its own while it is on its way; afterwards nobody waits for a campaign's pace. */
export const laneBehind = ({ state, lane }: Pick<OutboundRow, 'state' | 'lane'>): Lane =>
  isTerminal(state) ? 'agent' : lane

type RevokeRequested = EventValue<'outboundRevokeRequested'>
type Target = Pick<
  OutboundRow,
  'connectionId' | 'conversationId' | 'messageId' | 'lane' | 'remoteJid' | 'waId'
> & { participant: string }

/* Ours by its row here, or, typed on the phone, by what the network called it. */
async function targetOf(
  deps: RequestDeps,
  tx: Tx,
  companyId: CompanyId,
  request: RevokeRequested,
): Promise<Target | undefined> {
  const messageId = toMessageId(request.messageId)
  const sent = await deps.outbound.findMessage(tx, companyId, messageId)
  if (sent) {
    const conversationId = await deps.conversations.survivorOf(tx, companyId, sent.conversationId)
    return { ...sent, conversationId, lane: laneBehind(sent), participant: '' }
  }
  const { waId, remoteJid, participant, fromMe } = request
  const connectionId = toConnectionId(request.connectionId)
  if (!fromMe || !waId || !remoteJid) return undefined
  if (!(await deps.connectionExists(tx, companyId, connectionId))) return undefined
  const chat = parseJid(remoteJid)
  const conversationId = await resolveConversation(deps, tx, companyId, connectionId, chat)
  return { connectionId, conversationId, messageId, lane: 'agent', remoteJid, waId, participant }
}

/**
 * Queues a deletion behind its message, in the same file: it is reached once the message is settled. Idempotent by
 * message id. False when the message is none of our number's.
 */
export async function acceptRevoke(
  deps: RequestDeps,
  tx: Tx,
  companyId: CompanyId,
  request: RevokeRequested,
): Promise<boolean> {
  const target = await targetOf(deps, tx, companyId, request)
  if (!target) return false
  const row = await deps.outbound.insert(tx, companyId, target.connectionId, {
    operation: 'revoke',
    conversationId: target.conversationId,
    messageId: target.messageId,
    targetId: undefined,
    lane: target.lane,
    waId: waIdOf(deps.waIdKey, `revoke:${target.messageId}`),
    remoteJid: target.remoteJid,
    payload: { targetWaId: target.waId, participant: target.participant },
  })
  if (row) await failWithoutConnection(deps, tx, row)
  return true
}

/** Best effort: what cannot be sent within a day is forgotten. */
export async function acceptReadMark(
  deps: RequestDeps,
  tx: Tx,
  companyId: CompanyId,
  request: EventValue<'readMarkRequested'>,
): Promise<void> {
  const connectionId = toConnectionId(request.connectionId)
  if (request.waIds.length === 0 || !(await deps.connectionExists(tx, companyId, connectionId))) return
  const { remoteJid, participant, waIds } = request
  await deps.readMarks.insert(tx, companyId, connectionId, { remoteJid, participant, waIds })
}
