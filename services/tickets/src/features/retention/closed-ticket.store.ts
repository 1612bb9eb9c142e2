import type { CompanyId, MessageId, TicketId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

import type { ClosedPeriod, TicketKind } from './retention'

/** A closed ticket with something to erase. */
export interface ClosedTicket {
  id: TicketId
  /** Closed, or last changed before there was a time of closing. */
  closedAt: Date
  messageSeq: number
  /** Up to this `seq` it is done. */
  erasedSeq: number
}

export interface ClosedMessage {
  id: MessageId
  ticketId: TicketId
  seq: number
  /** Whether its document may name a file. */
  mayHaveFile: boolean
}

export interface AskedTickets {
  companyId: CompanyId
  kind: TicketKind
  period: ClosedPeriod
}

/** Messages and files of closed tickets. Rows of another company are not found. */
export interface ClosedTicketStore {
  /** Tickets with something to erase, and their messages. */
  count(tx: Tx, asked: AskedTickets): Promise<{ tickets: number; messages: number }>
  /** The same of tickets alone; not above `most`. */
  countUpTo(tx: Tx, asked: AskedTickets, most: number): Promise<number>
  /** Those behind `after`, in the order in which they were closed. */
  list(tx: Tx, asked: AskedTickets, after: ClosedTicket | undefined, most: number): Promise<ClosedTicket[]>
  /** Their messages that are not done, by ticket and then as they came. */
  listMessages(
    tx: Tx,
    companyId: CompanyId,
    tickets: readonly ClosedTicket[],
    most: number,
  ): Promise<ClosedMessage[]>
  /** Whether fewer than `most` messages wait for the erasure of their documents. */
  hasRoom(tx: Tx, companyId: CompanyId, most: number): Promise<boolean>
  /**
   * Deletes the messages up to this `seq`, with all words of the ticket and what lists show of them; their documents are queued for
   * erasure. Locks the ticket; false, and nothing changed, when it is not in the period any more.
   */
  eraseMessages(tx: Tx, asked: AskedTickets, ticketId: TicketId, upTo: number): Promise<boolean>
  /**
   * Marks messages as without their file. Locks the ticket; undefined, and nothing changed, when it is not in the period any more.
   * @returns those that were not marked before, and whether they are the ticket's first ones
   */
  markErased(
    tx: Tx,
    asked: AskedTickets,
    ticketId: TicketId,
    erased: { ids: readonly MessageId[]; now: Date },
  ): Promise<{ marked: MessageId[]; isFirst: boolean } | undefined>
  /** The files up to this `seq` are gone. */
  finishFiles(tx: Tx, companyId: CompanyId, ticketId: TicketId, upTo: number): Promise<void>
}
