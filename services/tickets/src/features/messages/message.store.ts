import type { CompanyId, ConnectionId, ContactId, MessageId, TicketId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

import type { AckState } from './ack'
import type { Message } from './message'

export type { AckState, Message }

export interface WaIdentity {
  connectionId: ConnectionId
  remoteJid: string
  participant: string
  fromMe: boolean
  waId: string
}

export interface ReadRow {
  waId: string
  remoteJid: string
  participant: string
}

export interface PendingAck extends AckState {
  waId: string
  remoteJid: string
}

/** An edit or reaction sent to the network, kept for the day in which it may be refused. */
export interface MessageRequest {
  id: string
  messageId: MessageId
  kind: 'edit' | 'reaction'
  /** The emoji, or a digest of the text: never the text. */
  digest: string
}

/** Index rows of messages. Rows of another company are not found. Writers hold the ticket's lock. */
export interface MessageStore {
  /**
   * Without waiting for it. When a message of the same WhatsApp identity came meanwhile, the transaction is run again.
   * @param words its folded search words.
   */
  insert(tx: Tx, message: Message, words: readonly string[]): void
  find(tx: Tx, companyId: CompanyId, id: MessageId): Promise<Message | undefined>
  /** In the given order; unknown and foreign ones are absent. */
  listByIds(tx: Tx, companyId: CompanyId, ids: readonly MessageId[]): Promise<Message[]>
  listByClientIds(
    tx: Tx,
    companyId: CompanyId,
    ticketId: TicketId,
    clientIds: readonly string[],
  ): Promise<Message[]>
  /** @param otherJids further names of the identity's chat */
  findByIdentity(
    tx: Tx,
    companyId: CompanyId,
    identity: WaIdentity,
    otherJids?: readonly string[],
  ): Promise<Message | undefined>
  /** A message that was sent from here, by WhatsApp's id; not one that was typed on the phone. */
  findSent(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    waId: string,
  ): Promise<Message | undefined>
  /** Whether a customer's call is among the ticket's last 50 messages, after this time. */
  hasCallSince(tx: Tx, companyId: CompanyId, ticketId: TicketId, since: Date): Promise<boolean>
  /** A message of this contact on this connection by WhatsApp's id: what a quote names. The newest, should there be several. */
  findQuoted(
    tx: Tx,
    companyId: CompanyId,
    chat: { contactId: ContactId; connectionId: ConnectionId },
    waId: string,
  ): Promise<Message | undefined>
  /** Newest first, with a lower `seq` than `before`. */
  page(
    tx: Tx,
    companyId: CompanyId,
    ticketId: TicketId,
    which: { before: number; size: number },
  ): Promise<Message[]>
  /** Of several tickets, those between the given `seq`, both included; the latest ticket first, newest first in each. */
  listRanges(
    tx: Tx,
    companyId: CompanyId,
    ranges: readonly { ticketId: TicketId; first: number; last: number }[],
  ): Promise<Message[]>
  /** Of these messages those that have all the words, each as the beginning of one of theirs; the latest ticket first, newest first in each. */
  search(
    tx: Tx,
    companyId: CompanyId,
    asked: {
      ranges: readonly { ticketId: TicketId; first: number; last: number }[]
      words: readonly string[]
      most: number
    },
  ): Promise<MessageId[]>
  /** Ack, failure, WhatsApp's id, deleted, edited, preview, kind, state of its file, marks, reactions. */
  save(tx: Tx, message: Message): Promise<void>
  /** Marks every message of the ticket read; answers the customer's that were not. */
  markRead(tx: Tx, companyId: CompanyId, ticketId: TicketId): Promise<ReadRow[]>
  /** Whether a message of ours follows `seq` that an agent wrote, or that is newer than `at`. */
  hasAnswer(
    tx: Tx,
    companyId: CompanyId,
    ticketId: TicketId,
    after: { seq: number; at: Date },
  ): Promise<boolean>
  /** The newest message that is not deleted. */
  findNewestShown(tx: Tx, companyId: CompanyId, ticketId: TicketId): Promise<Message | undefined>
  /** The same of the customer's. */
  findNewestReceived(tx: Tx, companyId: CompanyId, ticketId: TicketId): Promise<Message | undefined>
  /** Before a message of a closed ticket is inserted: its search words are counted by message again. The ticket is locked. Idempotent. */
  unpackWords(tx: Tx, companyId: CompanyId, ticketId: TicketId): Promise<void>
  /** Replaces the search words of a message whose ticket is locked. */
  replaceWords(
    tx: Tx,
    companyId: CompanyId,
    message: Pick<Message, 'id' | 'ticketId'>,
    words: readonly string[],
  ): Promise<void>
  /** Remembers news about a message whose row is not there yet, at most the highest. */
  keepPendingAck(tx: Tx, companyId: CompanyId, id: MessageId, ack: PendingAck & { now: Date }): Promise<void>
  noteRequest(tx: Tx, companyId: CompanyId, request: MessageRequest, now: Date): Promise<void>
  findRequest(tx: Tx, companyId: CompanyId, id: string): Promise<MessageRequest | undefined>
  /** Queues the message's document and file for erasure, and deletes its pending requests. */
  queueErasure(tx: Tx, companyId: CompanyId, contactId: ContactId, id: MessageId): Promise<void>
  forgetRequest(tx: Tx, companyId: CompanyId, id: string): Promise<void>
  takePendingAck(tx: Tx, companyId: CompanyId, id: MessageId): Promise<PendingAck | undefined>
}
