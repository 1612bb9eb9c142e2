import type { CompanyId, ConnectionId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

import type { LastReceived } from '../whatsapp-driver'

/** A connection and its company. */
export interface ConnectionRef {
  companyId: CompanyId
  connectionId: ConnectionId
}

/** Identity of a message on the network. Senders choose `waId`: it is unique only together with chat and author. */
export interface MessageIdentity {
  remoteJid: string
  participant: string
  fromMe: boolean
  waId: string
}

export interface JournalEntry extends MessageIdentity {
  id: string
  conversationId: string
  kind: string
  mediaKey: string
  sentAt: Date
}

/** The journal of messages received from the network. */
export interface InboundStore {
  /** Whether it is recorded with its content. */
  isKnown(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    identity: MessageIdentity,
  ): Promise<boolean>
  /** Also marks its conversation as begun. False, and nothing written, when the identity is recorded already. */
  insert(tx: Tx, companyId: CompanyId, connectionId: ConnectionId, entry: JournalEntry): Promise<boolean>
  /** The recorded message of this author (`participant`, `fromMe`) and id in any of these chats. */
  find(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    sought: MessageSought,
  ): Promise<RecordedMessage | undefined>
  /** A message that we sent, by its network id, in any of these chats. */
  findSent(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    sought: Pick<MessageSought, 'waId' | 'remoteJids'>,
  ): Promise<RecordedMessage | undefined>
  /** The last message from the other side of any of these chats. */
  findLastReceived(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    remoteJids: readonly string[],
  ): Promise<LastReceived | undefined>
  /** The recorded message without content, locked. */
  lockPlaceholder(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    sought: PlaceholderSought,
  ): Promise<RecordedPlaceholder | undefined>
  /** The content or file of a recorded message arrived, or is no longer awaited. */
  setContent(tx: Tx, companyId: CompanyId, id: string, content: { kind: string; key: string }): Promise<void>
}

/** A message that may have been recorded under any of these names of its chat. */
export interface MessageSought extends Omit<MessageIdentity, 'remoteJid'> {
  remoteJids: readonly string[]
}

/** Identifies a message without content: our phone may use other names of chat and author than the server did. */
export interface PlaceholderSought extends Omit<MessageSought, 'participant'> {
  /** Undefined: any author. */
  participant: string | undefined
}

export interface RecordedPlaceholder extends RecordedMessage {
  id: string
}

/** The identity of a recorded message, and its conversation. */
export interface RecordedMessage {
  conversationId: string
  identity: MessageIdentity
}
