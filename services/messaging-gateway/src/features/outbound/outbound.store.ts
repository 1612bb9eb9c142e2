import type { CompanyId, ConnectionId, MessageId, MessageKind } from '@balcao/contracts'
import type { Media } from '@balcao/contracts/wire'
import type { Tx } from '@balcao/kernel'

import type { Location, MessageTarget } from '../whatsapp-driver'
import type { OutboundState, NetworkAck } from './outbound-state'

export interface SendPayload {
  kind: MessageKind
  body: string
  media: Media | undefined
  quoted: { waId: string; fromMe: boolean; participant: string; body: string } | undefined
  location: Location | undefined
  vcard: string
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
  target: MessageTarget
  emoji: string
  /** When the agent put it, ISO 8601: what comes later from a phone counts more. */
  askedAt: string
}

export type Operation =
  | { operation: 'send'; payload: SendPayload }
  | { operation: 'revoke'; payload: RevokePayload }
  | { operation: 'edit'; payload: EditPayload }
  | { operation: 'react'; payload: ReactPayload }

export { statesBelow, type OutboundState, type NetworkAck } from './outbound-state'

/** Agents before campaigns. */
export type Lane = 'agent' | 'campaign'

export type OutboundDraft = Operation & {
  conversationId: string
  /** What the row is known by: the message, or the request of an edit or a reaction. */
  messageId: MessageId
  /** The message of the desk that an edit or a reaction is about. */
  targetId: MessageId | undefined
  lane: Lane
  waId: string
  remoteJid: string
}

export type OutboundRow = OutboundDraft & {
  id: number
  companyId: CompanyId
  connectionId: ConnectionId
  state: OutboundState
  failure: string
  tries: number
}

/**
 * A claimed row. `targetFailed`: what it would delete, edit or react to was never accepted. `beginsChat`: nobody has written
 * in its chat, nor taken anything in it.
 */
export type Claimed = OutboundRow & { targetFailed: boolean; beginsChat: boolean }

/**
 * Chats by what came before. `known`: somebody has written in it, or taken a message; groups. `begun`: the number has begun it
 * lately, and nothing was taken yet. `fresh`: neither.
 */
export const chatKinds = ['known', 'begun', 'fresh'] as const
export type ChatKind = (typeof chatKinds)[number]

export interface WhichRows {
  lane: Lane
  limit: number
  chats: readonly ChatKind[]
  /** The number that sends: chats are begun by numbers, not by connections. */
  number: string
}

interface Holder {
  companyId: CompanyId
  connectionId: ConnectionId
  epoch: number
}

/** `retryAt`: when a row in doubt may go again, of those that may not go yet. */
export interface OutboundOutlook {
  retryAt: Date | undefined
  hasCampaigns: boolean
  hasNewChats: boolean
}

/**
 * What the desk wants sent, in order. Moves of a row name the states it may come from, in the statement that moves it:
 * undefined means that somebody else was there first.
 */
export interface OutboundStore {
  /** The row, or undefined when this message and operation are there already. */
  insert(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    draft: OutboundDraft,
  ): Promise<OutboundRow | undefined>
  findMessage(tx: Tx, companyId: CompanyId, messageId: MessageId): Promise<OutboundRow | undefined>
  findByWaId(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    waId: string,
  ): Promise<OutboundRow | undefined>
  isOurs(tx: Tx, companyId: CompanyId, connectionId: ConnectionId, waId: string): Promise<boolean>
  /**
   * Claims the first unsettled row of up to `limit` chats of a lane. A chat's lane is one file: its next row waits until
   * the one before is settled.
   */
  claim(tx: Tx, holder: Holder, now: Date, which: WhichRows): Promise<Claimed[]>
  /** CLAIMED → SENDING, one try more. */
  beginSending(tx: Tx, holder: Holder, id: number, now: Date): Promise<OutboundRow | undefined>
  /** Any lower state → the proof. What is no message of its own stops at ACCEPTED. The row says for the last time what it was. */
  prove(
    tx: Tx,
    holder: Omit<Holder, 'epoch'>,
    waId: string,
    proof: NetworkAck,
    now: Date,
  ): Promise<OutboundRow | undefined>
  /** CLAIMED or SENDING → UNKNOWN until `notBefore`; `triesBack` are tries that were none. */
  markUnknown(
    tx: Tx,
    holder: Holder,
    id: number,
    notBefore: Date,
    now: Date,
    triesBack?: number,
  ): Promise<OutboundRow | undefined>
  /** Any unsettled state → FAILED. */
  fail(tx: Tx, companyId: CompanyId, id: number, failure: string, now: Date): Promise<OutboundRow | undefined>
  /** Everything unsettled of a connection that goes away → FAILED. */
  failAll(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    failure: string,
    now: Date,
  ): Promise<OutboundRow[]>
  /** Rows in SENDING since before `since`. */
  listOverdue(tx: Tx, holder: Holder, since: Date): Promise<OutboundRow[]>
  /** After a reconnect: CLAIMED → QUEUED (nothing left), SENDING → UNKNOWN until `notBefore`. */
  recover(tx: Tx, holder: Holder, notBefore: Date, now: Date): Promise<void>
  /** When the next row in doubt may go again, of those that may not go yet; and what else waits. */
  outlook(tx: Tx, holder: Omit<Holder, 'epoch'>, now: Date): Promise<OutboundOutlook>
  /** Unsettled rows of a connection, by lane; and how many of them all are to people who have never written, nor answered. */
  countWaiting(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
  ): Promise<Record<Lane | 'newChats', number>>
  /** Connections with something unsettled, of these. Needs a platform transaction: a supervisor serves every company. */
  listWaiting(tx: Tx, connectionIds: readonly ConnectionId[]): Promise<ConnectionId[]>
}

export type { Holder as OutboundHolder }
