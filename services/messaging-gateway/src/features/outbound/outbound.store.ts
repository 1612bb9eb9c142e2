import type { CompanyId, ConnectionId, MessageId, MessageKind } from '@balcao/contracts'
import type { CampaignAnswers, Choices, FallbackFacts, FilledTemplate, Media } from '@balcao/contracts/wire'
import type { Tx } from '@balcao/kernel'

import type { MessageIdentity } from '../inbound'
import type { Location } from '../whatsapp-driver'
import type { OutboundState, NetworkAck } from './outbound-state'

export interface SendPayload {
  kind: MessageKind
  body: string
  media: Media | undefined
  quoted: { waId: string; fromMe: boolean; participant: string; body: string } | undefined
  location: Location | undefined
  vcard: string
  /** Of the kind `template`; absent in rows of earlier releases. */
  template?: FilledTemplate | undefined
  /** Of a text with something to tap; absent in rows of earlier releases. */
  choices?: Choices | undefined
  /** Of a text with a button to share the number. */
  asksNumber?: true | undefined
  /** Absent in rows of earlier releases. */
  isForwarded?: boolean | undefined
  /** Of a text that the company sends by itself; stays with the template that leaves in its place. */
  automatic?: FallbackFacts | undefined
  /** Of a campaign's message only; absent in rows of earlier releases. */
  answers?: CampaignAnswers | undefined
}

export interface RevokePayload {
  targetWaId: string
  participant: string
}

export interface EditPayload {
  targetWaId: string
  body: string
}

export interface ReactPayload {
  target: MessageIdentity
  emoji: string
  /** When the agent reacted, ISO 8601: a later reaction from a phone replaces it. */
  askedAt: string
}

export type Operation =
  | { operation: 'send'; payload: SendPayload }
  | { operation: 'revoke'; payload: RevokePayload }
  | { operation: 'edit'; payload: EditPayload }
  | { operation: 'react'; payload: ReactPayload }

export { listStatesBelow, type OutboundState, type NetworkAck } from './outbound-state'

/** Agents before campaigns. */
export type Lane = 'agent' | 'campaign'

export type OutboundDraft = Operation & {
  conversationId: string
  /** The message, or the request of an edit or a reaction. */
  messageId: MessageId
  /** The campaign whose message it is; undefined: a ticket's. */
  campaignId: number | undefined
  /** Sent through the send API: the connection's webhooks are told what became of it. */
  byApi: boolean
  /** The message to edit or react to. */
  targetId: MessageId | undefined
  lane: Lane
  /** Chosen by us; the network's own, too, where it takes ours. */
  waId: string
  remoteJid: string
}

export type OutboundRow = OutboundDraft & {
  id: number
  companyId: CompanyId
  connectionId: ConnectionId
  /** What the network calls it, where it does not take our id; undefined until it has told. */
  networkId: string | undefined
  state: OutboundState
  failure: string
  tries: number
}

/** Unfinished rows of a connection, by lane; how many of them all begin a chat, and of how many a frame was, or may have been, sent. */
export type WaitingCounts = Record<Lane | 'newChats' | 'unconfirmed', number>

/** Whether it sends a template, which needs no message of the customer before it. */
export const isTemplate = (draft: OutboundDraft): boolean =>
  draft.operation === 'send' && draft.payload.kind === 'template'

/**
 * A claimed row. `targetFailed`: the message to delete, edit or react to was never accepted. `beginsChat`: it is a template, or its
 * chat has no message that was received or delivered.
 */
export type Claimed = OutboundRow & { targetFailed: boolean; beginsChat: boolean }

/**
 * `known`: a chat with a received or delivered message, and groups. `begun`: a new chat that the number has begun, without a
 * delivered message yet. `fresh`: neither. A template is never to a known chat: who has it counts as begun.
 */
export const chatKinds = ['known', 'begun', 'fresh'] as const
export type ChatKind = (typeof chatKinds)[number]

export interface ClaimFilter {
  lane: Lane
  limit: number
  chats: readonly ChatKind[]
  /** The sending number: new chats are counted by number, not by connection. */
  number: string
}

/** Our id or the network's. */
export interface AcknowledgedId {
  waId: string
  /** What the network calls the message from now on, where it does not take our id. */
  networkId?: string | undefined
}

interface Holder {
  companyId: CompanyId
  connectionId: ConnectionId
  epoch: number
}

/** An error code, and when it came. */
export interface OutboundFailure {
  code: string
  at: Date
}

/** `retryAt`: the earliest time at which a row with an unknown outcome may be sent again, among rows that still wait. */
export interface PendingRows {
  retryAt: Date | undefined
  hasCampaigns: boolean
  hasNewChats: boolean
}

/**
 * The outbound queue. A change of state names the states it may come from, in the same statement: undefined means that the row
 * was in another state.
 */
export interface OutboundStore {
  /** The row, or undefined when this message and operation are queued already. */
  insert(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    draft: OutboundDraft,
  ): Promise<OutboundRow | undefined>
  /** Whether this time is so long ago, by the database's clock. */
  isLongAgo(tx: Tx, at: Date, ms: number): Promise<boolean>
  findMessage(tx: Tx, companyId: CompanyId, messageId: MessageId): Promise<OutboundRow | undefined>
  /** By our id or the network's. */
  findByWaId(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    waId: string,
  ): Promise<OutboundRow | undefined>
  isOurs(tx: Tx, companyId: CompanyId, connectionId: ConnectionId, waId: string): Promise<boolean>
  /** Those of these ids, ours or the network's, that no row has. */
  listUnknown(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    waIds: readonly string[],
  ): Promise<string[]>
  /**
   * Claims the first unfinished row of up to `limit` chats of a lane. Rows of one chat and lane are sent one after the other.
   */
  claim(tx: Tx, holder: Holder, now: Date, which: ClaimFilter): Promise<Claimed[]>
  /** CLAIMED → SENDING, counts an attempt. */
  beginSending(tx: Tx, holder: Holder, id: number, now: Date): Promise<OutboundRow | undefined>
  /**
   * Any lower state → the acknowledgement. Edits, reactions and deletions stop at ACCEPTED. The answered row still has the content that is emptied in
   * the table; of an automatic text `automatic` stays until it is delivered, where the network names messages itself.
   */
  acknowledge(
    tx: Tx,
    holder: Omit<Holder, 'epoch'>,
    named: AcknowledgedId,
    risen: { ack: NetworkAck; now: Date },
  ): Promise<OutboundRow | undefined>
  /** CLAIMED or SENDING → UNKNOWN until `notBefore`; `triesBack` attempts are not counted. */
  markUnknown(
    tx: Tx,
    holder: Holder,
    id: number,
    next: { notBefore: Date; now: Date; triesBack?: number },
  ): Promise<OutboundRow | undefined>
  /**
   * CLAIMED, SENDING or ACCEPTED → UNKNOWN, due at once, under another id, with a template for its text; the attempt is not counted, and it begins
   * a chat.
   */
  replaceByTemplate(
    tx: Tx,
    companyId: CompanyId,
    id: number,
    replaced: { waId: string; payload: SendPayload; now: Date },
  ): Promise<OutboundRow | undefined>
  /** Any unfinished state → FAILED. */
  fail(tx: Tx, companyId: CompanyId, id: number, failure: OutboundFailure): Promise<OutboundRow | undefined>
  /** ACCEPTED, or FAILED for want of an answer → FAILED: the network took it and did not deliver it. */
  failAccepted(
    tx: Tx,
    companyId: CompanyId,
    id: number,
    failure: OutboundFailure,
  ): Promise<OutboundRow | undefined>
  /** Every unfinished row of a deleted connection → FAILED. */
  failAll(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    failure: OutboundFailure,
  ): Promise<OutboundRow[]>
  /** Rows that have been SENDING since before `since`. */
  listOverdue(tx: Tx, holder: Holder, since: Date): Promise<OutboundRow[]>
  /** Rows that an earlier session left in SENDING. */
  listSending(tx: Tx, holder: Omit<Holder, 'epoch'>): Promise<OutboundRow[]>
  /** Unfinished rows of which a frame was, or may have been, sent. */
  listUnconfirmed(tx: Tx, holder: Omit<Holder, 'epoch'>): Promise<OutboundRow[]>
  /** After a reconnect: CLAIMED → QUEUED (nothing was sent), SENDING → UNKNOWN until `notBefore`. */
  recover(tx: Tx, holder: Holder, notBefore: Date, now: Date): Promise<void>
  /** The time of the next retry of a row with an unknown outcome, and what else waits. */
  readPending(tx: Tx, holder: Omit<Holder, 'epoch'>, now: Date): Promise<PendingRows>
  countWaiting(tx: Tx, companyId: CompanyId, connectionId: ConnectionId): Promise<WaitingCounts>
  /**
   * The given connections that have unfinished rows or unsent read marks. Needs a platform transaction: a supervisor
   * serves every company.
   */
  listWaiting(tx: Tx, connectionIds: readonly ConnectionId[]): Promise<ConnectionId[]>
}

export type { Holder as OutboundHolder }
