import type { CompanyId, ContactId, TicketId, TicketScope } from '@balcao/contracts'
import { AppError, type Tx } from '@balcao/kernel'
import { execute, integerSql, joinSql, query, sql } from '@balcao/platform'

import type { Note, NoteStore } from '../../features/notes/note.store'
import { notes } from './note-table'
import { inScope } from './pg-ticket-conditions'

const MOST_NOTES = 500

export class PgNoteStore implements NoteStore {
  async insert(tx: Tx, companyId: CompanyId, note: Omit<Note, 'id'>): Promise<Note> {
    const inserted = await notes.insert(tx, { ...note, companyId })
    if (!inserted) throw new AppError('ERR_INTERNAL', { detail: 'a note was not inserted' })
    return inserted
  }

  listByTicket(tx: Tx, companyId: CompanyId, ticketId: TicketId): Promise<Note[]> {
    return notes.find(
      tx,
      sql`WHERE company_id = ${companyId} AND ticket_id = ${ticketId} ORDER BY id DESC LIMIT ${integerSql(MOST_NOTES)}`,
    )
  }

  async listByContact(
    tx: Tx,
    companyId: CompanyId,
    contactId: ContactId,
    scope: TicketScope,
  ): Promise<Note[]> {
    const conditions = [sql`t.company_id = ${companyId} AND t.contact_id = ${contactId}`, ...inScope(scope)]
    const rows = await query(
      tx,
      sql`SELECT ${notes.columnsOf('n')} FROM tickets t JOIN ticket_notes n ON n.company_id = t.company_id AND n.ticket_id = t.id
        WHERE ${joinSql(conditions, ' AND ')} ORDER BY n.id DESC LIMIT ${integerSql(MOST_NOTES)}`,
    )
    return rows.map((row) => notes.read(row))
  }

  find(tx: Tx, companyId: CompanyId, id: number): Promise<Note | undefined> {
    return notes.findFirst(tx, sql`WHERE company_id = ${companyId} AND id = ${id}`)
  }

  async delete(tx: Tx, companyId: CompanyId, id: number): Promise<void> {
    await execute(tx, sql`DELETE FROM ticket_notes WHERE company_id = ${companyId} AND id = ${id}`)
  }
}
