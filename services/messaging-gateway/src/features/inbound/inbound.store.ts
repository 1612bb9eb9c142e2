import type { CompanyId, ConnectionId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

/** Identity of a message on the network. WhatsApp ids are chosen by senders: never key by one alone. */
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

/** What the gateway has taken from the network, for ever. */
export interface InboundStore {
  /** Whether it is recorded with its content. */
  isKnown(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    identity: MessageIdentity,
  ): Promise<boolean>
  /** Marks its conversation as begun. False when the identity is there already: then nothing was written. */
  insert(tx: Tx, companyId: CompanyId, connectionId: ConnectionId, entry: JournalEntry): Promise<boolean>
  /** The recorded message of this writer (`participant`, `fromMe`) and id in a chat of any of these names. */
  find(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    target: MessageIdentity,
    remoteJids: readonly string[],
  ): Promise<RecordedMessage | undefined>
  /** A message of ours by its network id, as the desk knows it, in a chat of any of these names. */
  findSent(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    waId: string,
    remoteJids: readonly string[],
  ): Promise<RecordedMessage | undefined>
  /** The recorded message without content that this one is, locked. */
  lockPlaceholder(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    sought: PlaceholderSought,
  ): Promise<RecordedPlaceholder | undefined>
  /** The content or file of a recorded message has come, or never will. */
  setContent(tx: Tx, companyId: CompanyId, id: string, content: { kind: string; key: string }): Promise<void>
}

/** What names a message without content: our phone may call its chat and writer by other names than the network did. */
export interface PlaceholderSought {
  remoteJids: readonly string[]
  /** Undefined: whoever wrote it. */
  participant: string | undefined
  fromMe: boolean
  waId: string
}

export interface RecordedPlaceholder extends RecordedMessage {
  id: string
}

/** Where a message was recorded, and under which identity. */
export interface RecordedMessage {
  conversationId: string
  identity: MessageIdentity
}
