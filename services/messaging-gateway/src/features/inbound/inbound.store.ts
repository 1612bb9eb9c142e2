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
  isKnown(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    identity: MessageIdentity,
  ): Promise<boolean>
  /** False when the identity is there already: then nothing was written. */
  insert(tx: Tx, companyId: CompanyId, connectionId: ConnectionId, entry: JournalEntry): Promise<boolean>
  /** The conversation in which a message was recorded. */
  conversationOf(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    identity: MessageIdentity,
  ): Promise<string | undefined>
}
