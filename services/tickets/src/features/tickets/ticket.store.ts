import type {
  CompanyId,
  MessageMatch,
  ConnectionId,
  ContactId,
  ExtraInfoView,
  QueueId,
  TagRefView,
  TicketConflict,
  TicketId,
  TicketListFilter,
  TicketOrder,
  TicketScope,
  UserId,
} from '@balcao/contracts'
import type { TicketSnapshot } from '@balcao/contracts/wire'
import type { Tx } from '@balcao/kernel'

import type { LastMessage, LastReceived, NewTicket, Ticket } from './ticket'

export type { LastMessage, LastReceived, NewTicket, Ticket }
export { buildTicketSnapshot } from './ticket'

export interface TicketFilter {
  scope: TicketScope
  /** Only tickets of this agent, or waiting ones. */
  mineOrPending: UserId | null
  /** What the caller asked for; `showAll` is in `mineOrPending` already. */
  asked: Omit<TicketListFilter, 'showAll'>
  /** From (inclusive) to (exclusive). */
  createdIn: { from: Date; to: Date } | undefined
  updatedIn: { from: Date; to: Date } | undefined
  /** Folded words; every one must begin a word of the ticket's messages, or every one a word of its contact. */
  words: readonly string[]
}

/** The last ticket of a page: the next one begins after it, whatever moved meanwhile. */
export interface TicketCursor {
  /** What the page is ordered by: its last update, or since when it waits. */
  at: Date
  id: TicketId
}

export interface PageRequest {
  /** Rows before the page: skipped without a cursor, only counted with one. */
  offset: number
  size: number
  order: TicketOrder
  after: TicketCursor | undefined
}

/** Fields of a ticket's view that are not in its row. */
export type RelatedTicketField =
  'userId' | 'user' | 'queueId' | 'queue' | 'whatsappId' | 'whatsapp' | 'contact' | 'tags' | 'lastMessageUser'

export type RelatedContactField = 'profilePicUrl' | 'urlPicture' | 'extraInfo' | 'whatsapp'

/** A ticket of a list: the members of its view that its row has as JSON, and the ids of the rest. */
export interface ListedTicket {
  id: number
  contactId: number
  connectionId: number
  /** 0 for none. */
  userId: number
  queueId: number
  lastMessageUserId: number
  pictureKey: string
  ticketMembers: string
  contactMembers: string
}

/** What the tickets of one page refer to, each once. */
export interface ListRelations {
  users: readonly { id: number; name: string }[]
  queues: readonly { id: number; name: string; color: string }[]
  connections: readonly { id: number; name: string }[]
  /** In the order in which they are shown. */
  tags: readonly (TagRefView & { ticketId: number })[]
  extraInfo: readonly (ExtraInfoView & { contactId: number })[]
}

export interface EarlierTicket {
  id: TicketId
  /** The `seq` of its newest message; they are without gaps. */
  messageSeq: number
  /** Up to this `seq` its messages are no longer kept; 0 where all are. */
  erasedSeq: number
}

export interface TicketPage {
  tickets: ListedTicket[]
  related: ListRelations
  /** Exact up to 1,000; above that, and for frequent search words, what is known to be there at least. */
  count: number
  hasMore: boolean
  /** Of each of the tickets the newest message with the most of the words looked for; none without words. */
  matches: MessageMatch[]
}

const nothing: ListRelations = { users: [], queues: [], connections: [], tags: [], extraInfo: [] }

/** A page without tickets; `count` of them are on others. */
export const emptyPage = (count = 0): TicketPage => ({
  tickets: [],
  related: nothing,
  count,
  hasMore: false,
  matches: [],
})

/** Tickets in Postgres. `tx` first, then the company; rows of another company are not found. */
export interface TicketStore {
  /** Undefined when not there or not of the company. */
  find(tx: Tx, companyId: CompanyId, id: TicketId): Promise<Ticket | undefined>
  /** What answers carry of a ticket, with what decides who may see it. The last statement of its transaction. */
  findShown(
    tx: Tx,
    companyId: CompanyId,
    by: { id: TicketId } | { uuid: string },
  ): Promise<(Ticket & { snapshot: TicketSnapshot }) | undefined>
  /** Like `find`, and locks the row until the transaction ends. First statement about a ticket that will be written. */
  lock(tx: Tx, companyId: CompanyId, id: TicketId): Promise<Ticket | undefined>
  /** The contact's unclosed ticket on the connection, locked. */
  lockUnclosed(
    tx: Tx,
    companyId: CompanyId,
    contactId: ContactId,
    connectionId: ConnectionId,
  ): Promise<Ticket | undefined>
  /** Those of the contacts with these identities on the connection, locked. */
  lockUnclosedOfPerson(
    tx: Tx,
    companyId: CompanyId,
    identities: readonly { kind: string; value: string }[],
    connectionId: ConnectionId,
  ): Promise<Ticket[]>
  /** The contact's last updated closed ticket on the connection, locked. */
  lockLastClosed(
    tx: Tx,
    companyId: CompanyId,
    contactId: ContactId,
    connectionId: ConnectionId,
  ): Promise<Ticket | undefined>
  /** Unclosed tickets of a queue, an agent or a contact, locked, oldest first. */
  lockEveryUnclosed(
    tx: Tx,
    companyId: CompanyId,
    of: { queueId: QueueId } | { userId: UserId } | { contactId: ContactId },
  ): Promise<Ticket[]>
  /** Those of these tickets that are there, locked, oldest first. */
  lockMany(tx: Tx, companyId: CompanyId, ids: readonly TicketId[]): Promise<Ticket[]>
  /** Every ticket of a contact, locked. */
  lockByContact(tx: Tx, companyId: CompanyId, contactId: ContactId): Promise<Ticket[]>
  /** Undefined when the contact has an unclosed ticket on that connection (the partial unique index decides). */
  insert(tx: Tx, ticket: NewTicket): Promise<Ticket | undefined>
  /**
   * Writes every field that may change of a locked ticket that stays closed, or the one unclosed, without waiting for it.
   * Called by `saveTicketChange` alone.
   * @param version the row's, as it was locked. When it has another one by now, the transaction fails with ERR_INTERNAL.
   */
  save(tx: Tx, ticket: Ticket, version: number): void
  /**
   * The same for one that becomes unclosed, or changes connection or contact. False, and nothing written, when the
   * contact has another unclosed ticket there.
   */
  saveIfFree(tx: Tx, ticket: Ticket, version: number): Promise<boolean>
  /** With messages, words, tags and notes. Their documents are queued for erasure. */
  delete(tx: Tx, companyId: CompanyId, id: TicketId): Promise<void>
  /** What events and answers carry, with contact, queue, connection, agent and tags. Absent when not there. */
  findSnapshots(
    tx: Tx,
    companyId: CompanyId,
    ids: readonly TicketId[],
  ): Promise<Map<TicketId, TicketSnapshot>>
  /** One page, last updated first. One statement for any filter, plus one that counts how frequent search words are. */
  page(tx: Tx, companyId: CompanyId, filter: TicketFilter, page: PageRequest): Promise<TicketPage>
  /**
   * Tickets of the same contact that were opened before this one, have messages and are in the scope; the latest first.
   * @param from the first of them may be this one; all unless given
   */
  listEarlier(
    tx: Tx,
    companyId: CompanyId,
    id: TicketId,
    which: { scope: TicketScope; from?: TicketId | undefined; most: number },
  ): Promise<EarlierTicket[]>
  /** Unclosed tickets of a connection: of groups, and of people who have not written since then. */
  countUnclosed(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    silentSince: Date,
  ): Promise<{ groups: number; silent: number }>
  /** The connection of the contact's last updated ticket. */
  findLastConnection(tx: Tx, companyId: CompanyId, contactId: ContactId): Promise<ConnectionId | undefined>
  /** The answer to an agent whose command came too late. */
  readConflict(tx: Tx, companyId: CompanyId, id: TicketId): Promise<TicketConflict>
  /** Whether the company has this contact (and whether it is a group), queue, prompt, integration. */
  findContact(tx: Tx, companyId: CompanyId, id: ContactId): Promise<{ isGroup: boolean } | undefined>
  hasQueue(tx: Tx, companyId: CompanyId, id: QueueId): Promise<boolean>
  hasPrompt(tx: Tx, companyId: CompanyId, id: number): Promise<boolean>
  hasIntegration(tx: Tx, companyId: CompanyId, id: number): Promise<boolean>
}
