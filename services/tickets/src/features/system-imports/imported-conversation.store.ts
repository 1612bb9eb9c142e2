import type { CompanyId, ConnectionId, ContactId, MessageId, TicketId, TicketStatus } from '@balcao/contracts'
import type { Media, QuotedMessage } from '@balcao/contracts/wire'
import type { Tx } from '@balcao/kernel'

import type { Identity } from '../contacts'

export interface ImportedContact {
  uuid: string
  identities: readonly Identity[]
  name: string
  number: string
  email: string
  isGroup: boolean
  extraInfo: readonly { name: string; value: string }[]
  createdAt: Date
  updatedAt: Date
}

export interface ImportedNote {
  sourceId: string
  note: string
  userId: number
  createdAt: Date
}

export interface ImportedRating {
  sourceId: string
  /** 1 to 3. */
  rate: number
  userId: number
  createdAt: Date
}

/** A tag of the contact, which is the ticket's here. */
export interface ImportedContactTag {
  sourceId: string
  tagId: number
}

export interface ImportedMessage {
  id: MessageId
  waId: string | undefined
  remoteJid: string
  participant: string
  fromMe: boolean
  body: string
  kind: string
  vcard: string
  media: Media | undefined
  /** It has a file there that was not brought. */
  isFileGone: boolean
  quoted: QuotedMessage | undefined
  senderName: string
  ack: number
  deleted: boolean
  edited: boolean
  createdAt: Date
}

/** A ticket with ids of ours. */
export interface ImportedTicket {
  sourceId: string
  uuid: string
  contactId: ContactId
  connectionId: ConnectionId
  userId: number | undefined
  queueId: number | undefined
  status: TicketStatus
  /** How it differs from what it was; '' when it does not. */
  change: string
  isGroup: boolean
  createdAt: Date
  updatedAt: Date
  tagIds: readonly number[]
  contactTags: readonly ImportedContactTag[]
  notes: readonly ImportedNote[]
  ratings: readonly ImportedRating[]
  /** In order. */
  messages: readonly ImportedMessage[]
}

export type PlacedTicket = ImportedTicket & { id: TicketId }

/** A message with what a list shows of it and what it is found by. */
export interface IndexedMessage {
  message: ImportedMessage
  preview: string
  words: readonly string[]
}

export interface NewImportedTicket {
  ticket: ImportedTicket
  /** The last message that is not deleted, and the last one of the customer's. */
  last: IndexedMessage | undefined
  lastReceived: IndexedMessage | undefined
}

export interface PlacedMessage extends IndexedMessage {
  ticket: PlacedTicket
  /** Its place in the ticket, from 1. */
  seq: number
}

export interface KnownWaId {
  waId: string
  connectionId: number
  fromMe: boolean
  /** Of an import: the other system has the message in several tickets. */
  isImported: boolean
}

/** Conversations of another system, written at once, with their times and without events: nothing happens now. */
export interface ImportedConversationStore {
  /** Their identities must be free. The ids by uuid. */
  insertContacts(
    tx: Tx,
    companyId: CompanyId,
    contacts: readonly ImportedContact[],
  ): Promise<Map<string, ContactId>>
  /** `contact:connection` of unclosed tickets of these contacts. */
  listUnclosed(tx: Tx, companyId: CompanyId, contactIds: readonly ContactId[]): Promise<Set<string>>
  /** Messages that are here under these ids of WhatsApp. */
  listKnownWaIds(tx: Tx, companyId: CompanyId, waIds: readonly string[]): Promise<KnownWaId[]>
  /** With trackings, log, tags, notes and ratings. */
  insertTickets(tx: Tx, companyId: CompanyId, tickets: readonly NewImportedTicket[]): Promise<PlacedTicket[]>
  /** Rows and search words of a part of the tickets' messages. */
  insertMessages(tx: Tx, companyId: CompanyId, messages: readonly PlacedMessage[]): Promise<void>
  /** Those of these tickets that are here, and their messages. */
  countStored(
    tx: Tx,
    companyId: CompanyId,
    ids: readonly number[],
  ): Promise<{ tickets: number; messages: number }>
  /** Those of these tickets that are as they were imported, locked. */
  lockUntouched(tx: Tx, companyId: CompanyId, ids: readonly TicketId[]): Promise<Set<TicketId>>
  /** Deletes the tickets; their documents and files are queued for erasure. */
  deleteTickets(tx: Tx, companyId: CompanyId, ids: readonly TicketId[]): Promise<void>
  /** Deletes the contacts of these that have no ticket and no change since; answers them. */
  deleteUnusedContacts(tx: Tx, companyId: CompanyId, ids: readonly number[]): Promise<Set<number>>
  /** Of these ids those that a ticket, note or quick message uses. */
  listUsed(
    tx: Tx,
    companyId: CompanyId,
    kind: 'queue' | 'user' | 'tag' | 'connection',
    ids: readonly number[],
  ): Promise<Set<number>>
}
