import type { CompanyId, ContactId, TicketId, TicketScope } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

export interface Note {
  id: number
  note: string
  ticketId: number
  contactId: number
  userId: number
  createdAt: Date
}

/** Agents' notes on tickets. Rows of another company are not found. */
export interface NoteStore {
  insert(tx: Tx, companyId: CompanyId, note: Omit<Note, 'id'>): Promise<Note>
  /** Newest first, at most 500. */
  listByTicket(tx: Tx, companyId: CompanyId, ticketId: TicketId): Promise<Note[]>
  /** Of a contact's tickets in the scope. Newest first, at most 500. */
  listByContact(tx: Tx, companyId: CompanyId, contactId: ContactId, scope: TicketScope): Promise<Note[]>
  find(tx: Tx, companyId: CompanyId, id: number): Promise<Note | undefined>
  delete(tx: Tx, companyId: CompanyId, id: number): Promise<void>
}
