import { connectionId as toConnectionId, messageId as toMessageId, type CompanyId } from '@balcao/contracts'
import type { EventValue } from '@balcao/contracts/wire'
import type { Tx } from '@balcao/kernel'

import {
  findRecordedMessage,
  parseChat,
  resolveConversation,
  type ConnectionRef,
  type MessageIdentity,
} from '../inbound'
import { failWithoutConnection, chooseFollowUpLane, type RequestDeps } from './accept-request'
import type { OutboundDraft } from './outbound.store'
import { deriveWaId } from './derive-wa-id'

type EditRequested = EventValue<'outboundEditRequested'>
type ReactionRequested = EventValue<'outboundReactionRequested'>
type RecordedTarget = Pick<OutboundDraft, 'conversationId' | 'lane' | 'remoteJid'>

/**
 * Queues an edit behind its message, in the same lane: it is sent once the message is acknowledged or failed. Idempotent by the
 * request's id. False when the message was not sent by this connection.
 */
export async function acceptEdit(
  deps: RequestDeps,
  tx: Tx,
  companyId: CompanyId,
  request: EditRequested,
): Promise<boolean> {
  const target = await findSentTarget(deps, tx, companyId, request)
  if (!target) return false
  const { recorded, waId } = target
  const row = await deps.outbound.insert(tx, companyId, toConnectionId(request.connectionId), {
    ...recorded,
    operation: 'edit',
    campaignId: undefined,
    byApi: false,
    messageId: toMessageId(request.requestId),
    targetId: toMessageId(request.messageId),
    waId: deriveWaId(deps.waIdKey, `edit:${request.requestId}`),
    payload: { targetWaId: waId, body: request.body },
  })
  if (row) await failWithoutConnection(deps, tx, row)
  return true
}

/**
 * Queues a reaction: behind its message when we sent that, else at the end of the chat's lane. Idempotent by the request's id.
 * False when the message cannot be identified.
 */
export async function acceptReaction(
  deps: RequestDeps,
  tx: Tx,
  companyId: CompanyId,
  { request, askedAt }: { request: ReactionRequested; askedAt: Date },
): Promise<boolean> {
  const found = await findReactionTarget(deps, tx, companyId, request)
  if (!found) return false
  const row = await deps.outbound.insert(tx, companyId, toConnectionId(request.connectionId), {
    ...found.recorded,
    operation: 'react',
    campaignId: undefined,
    byApi: false,
    messageId: toMessageId(request.requestId),
    targetId: toMessageId(request.messageId),
    waId: deriveWaId(deps.waIdKey, `react:${request.requestId}`),
    payload: { target: found.target, emoji: request.emoji, askedAt: askedAt.toISOString() },
  })
  if (row) await failWithoutConnection(deps, tx, row)
  return true
}

async function findSentTarget(
  deps: RequestDeps,
  tx: Tx,
  companyId: CompanyId,
  request: Pick<EditRequested, 'messageId' | 'connectionId'>,
): Promise<{ recorded: RecordedTarget; waId: string } | undefined> {
  const sent = await deps.outbound.findMessage(tx, companyId, toMessageId(request.messageId))
  if (!sent || sent.connectionId !== request.connectionId) return undefined
  const { remoteJid, waId } = sent
  const conversationId = await deps.conversations.readCurrentId(tx, companyId, sent.conversationId)
  return { recorded: { conversationId, lane: chooseFollowUpLane(sent), remoteJid }, waId }
}

async function findReactionTarget(
  deps: RequestDeps,
  tx: Tx,
  companyId: CompanyId,
  request: ReactionRequested,
): Promise<{ recorded: RecordedTarget; target: MessageIdentity } | undefined> {
  const sent = await findSentTarget(deps, tx, companyId, request)
  if (sent) {
    const { recorded, waId } = sent
    return { recorded, target: { remoteJid: recorded.remoteJid, participant: '', fromMe: true, waId } }
  }
  const { remoteJid, participant, fromMe, waId } = request
  const connectionId = toConnectionId(request.connectionId)
  if (!waId || !remoteJid || !(await deps.connectionExists(tx, companyId, connectionId))) return undefined
  const target = { remoteJid, participant, fromMe, waId }
  const conversationId = await resolveTargetConversation(deps, tx, { companyId, connectionId }, target)
  return { recorded: { conversationId, lane: 'agent', remoteJid }, target }
}

async function resolveTargetConversation(
  deps: RequestDeps,
  tx: Tx,
  connection: ConnectionRef,
  target: MessageIdentity,
): Promise<string> {
  const recorded = await findRecordedMessage(deps, tx, connection, target)
  if (recorded) return recorded.conversationId
  return resolveConversation(deps, tx, connection, parseChat(target.remoteJid))
}
