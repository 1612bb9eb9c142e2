import {
  connectionId as toConnectionId,
  messageId as toMessageId,
  messageKinds,
  type CompanyId,
  type ConnectionId,
} from '@balcao/contracts'
import {
  OutboundLane,
  OutboundRequested,
  type CampaignAnswers,
  type EventValue,
} from '@balcao/contracts/wire'
import type { Tx } from '@balcao/kernel'

import { parseChat, resolveConversation, type ConversationStore, type InboundStore } from '../inbound'
import { isApiSend } from '../external-api'
import { announceOutbound, type AnnounceDeps } from './announce-outbound'
import { isTerminal } from './outbound-state'
import { formatAddress, mapMimeToKind } from '../whatsapp-driver'
import type { Lane, OutboundDraft, OutboundRow, OutboundStore } from './outbound.store'
import type { ReadMarkStore } from './read-mark.store'
import { deriveWaId } from './derive-wa-id'

export interface RequestDeps extends AnnounceDeps {
  outbound: OutboundStore
  readMarks: ReadMarkStore
  conversations: ConversationStore
  inbound: InboundStore
  /** Whether the company has the connection and it is not deleted. */
  connectionExists(tx: Tx, companyId: CompanyId, connectionId: ConnectionId): Promise<boolean>
  /** HMAC key of our messages' network ids. */
  waIdKey: string
}

type Requested = EventValue<'outboundRequested'>

/** Whose message it is, unless a ticket's. */
interface OfCampaign {
  campaignId: number
  answers: CampaignAnswers | undefined
}

function toSendDraft(
  request: Requested,
  waId: string,
  remoteJid: string,
  { quotedWaId, campaign }: { quotedWaId: string; campaign: OfCampaign | undefined },
): Omit<OutboundDraft & { operation: 'send' }, 'conversationId'> {
  return {
    operation: 'send',
    messageId: toMessageId(request.messageId),
    campaignId: campaign?.campaignId,
    byApi: isApiSend(request.clientKey),
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
      template: request.template,
      choices: request.choices,
      isForwarded: request.isForwarded,
      ...(request.asksNumber && { asksNumber: true as const }),
      automatic: request.automatic,
      answers: campaign?.answers,
    },
  }
}

/* A quoted message whose network id tickets does not know yet is one of ours: its request came before, so its row exists. */
async function findQuotedWaId(
  { outbound }: RequestDeps,
  tx: Tx,
  companyId: CompanyId,
  request: Requested,
): Promise<string> {
  if (request.quotedWaId || !request.quotedMessageId) return request.quotedWaId
  const quoted = await outbound.findMessage(tx, companyId, toMessageId(request.quotedMessageId))
  return quoted?.connectionId === request.connectionId ? quoted.waId : ''
}

/** Fails a row whose connection is deleted: no session will send it. */
export async function failWithoutConnection(deps: RequestDeps, tx: Tx, row: OutboundRow): Promise<void> {
  if (await deps.connectionExists(tx, row.companyId, row.connectionId)) return
  const failed = await deps.outbound.fail(tx, row.companyId, row.id, {
    code: 'ERR_NO_WAPP_FOUND',
    at: deps.clock.now(),
  })
  if (failed) await announceOutbound(deps, tx, [failed])
}

/**
 * Queues a message and derives its network id. Idempotent by message id. A message for a deleted connection fails at once.
 */
export async function acceptSend(
  deps: RequestDeps,
  tx: Tx,
  companyId: CompanyId,
  { request, campaign }: { request: Requested; campaign?: OfCampaign },
): Promise<void> {
  const connectionId = toConnectionId(request.connectionId)
  const remoteJid = request.remoteJid || formatAddress({ phone: request.number })
  // Only the address: links between a number and a LID are taken from the WhatsApp server alone.
  const chat = parseChat(remoteJid)
  const conversationId = await resolveConversation(deps, tx, { companyId, connectionId }, chat)
  const quotedWaId = await findQuotedWaId(deps, tx, companyId, request)
  const waId = deriveWaId(deps.waIdKey, request.messageId)
  const draft = toSendDraft(request, waId, remoteJid, { quotedWaId, campaign })
  const row = await deps.outbound.insert(tx, companyId, connectionId, { ...draft, conversationId })
  if (row) await failWithoutConnection(deps, tx, row)
}

/** Queues a campaign's message: behind agents' messages, or, when it replies to the contact, among them. Idempotent by message id. */
export const acceptCampaignMessage = (
  deps: RequestDeps,
  tx: Tx,
  companyId: CompanyId,
  {
    campaignId,
    messageId,
    connectionId,
    number,
    body,
    media,
    answers,
    isReply,
    template,
  }: EventValue<'campaignMessageRequested'>,
): Promise<void> => {
  const lane = isReply ? OutboundLane.OUTBOUND_LANE_AGENT : OutboundLane.OUTBOUND_LANE_CAMPAIGN
  const kind = template ? 'template' : media ? mapMimeToKind(media.mimeType) : 'chat'
  const request = OutboundRequested.fromPartial({
    messageId,
    connectionId,
    number,
    kind,
    body,
    media,
    template,
    lane,
  })
  return acceptSend(deps, tx, companyId, { request, campaign: { campaignId, answers } })
}

/** The lane of an edit, reaction or deletion: its message's until that is finished, then `agent`, without a campaign's pace. */
export const chooseFollowUpLane = ({ state, lane }: Pick<OutboundRow, 'state' | 'lane'>): Lane =>
  isTerminal(state) ? 'agent' : lane

type RevokeRequested = EventValue<'outboundRevokeRequested'>
type Target = Pick<
  OutboundRow,
  'connectionId' | 'conversationId' | 'messageId' | 'lane' | 'remoteJid' | 'waId'
> & { participant: string }

/* By its row, or, when it was typed on the phone, by its identity on the network. */
async function findRevokeTarget(
  deps: RequestDeps,
  tx: Tx,
  companyId: CompanyId,
  request: RevokeRequested,
): Promise<Target | undefined> {
  const messageId = toMessageId(request.messageId)
  const sent = await deps.outbound.findMessage(tx, companyId, messageId)
  if (sent) {
    const conversationId = await deps.conversations.readCurrentId(tx, companyId, sent.conversationId)
    return { ...sent, conversationId, lane: chooseFollowUpLane(sent), participant: '' }
  }
  const { waId, remoteJid, participant, fromMe } = request
  const connectionId = toConnectionId(request.connectionId)
  if (!fromMe || !waId || !remoteJid) return undefined
  if (!(await deps.connectionExists(tx, companyId, connectionId))) return undefined
  const chat = parseChat(remoteJid)
  const conversationId = await resolveConversation(deps, tx, { companyId, connectionId }, chat)
  return { connectionId, conversationId, messageId, lane: 'agent', remoteJid, waId, participant }
}

/**
 * Queues a deletion behind its message, in the same lane: it is sent once the message is acknowledged or failed. Idempotent by
 * message id. False when the message is not our number's.
 */
export async function acceptRevoke(
  deps: RequestDeps,
  tx: Tx,
  companyId: CompanyId,
  request: RevokeRequested,
): Promise<boolean> {
  const target = await findRevokeTarget(deps, tx, companyId, request)
  if (!target) return false
  const row = await deps.outbound.insert(tx, companyId, target.connectionId, {
    operation: 'revoke',
    conversationId: target.conversationId,
    messageId: target.messageId,
    campaignId: undefined,
    byApi: false,
    targetId: undefined,
    lane: target.lane,
    waId: deriveWaId(deps.waIdKey, `revoke:${target.messageId}`),
    remoteJid: target.remoteJid,
    payload: { targetWaId: target.waId, participant: target.participant },
  })
  if (row) await failWithoutConnection(deps, tx, row)
  return true
}

/** Best effort: a read mark that was not sent within a day is deleted. */
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
