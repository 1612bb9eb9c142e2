import type { CompanyId, ContactId, TicketId, TicketScope } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { deleteRows, findRow, insertRow, integerSql, joinSql, query, sql } from '@balcao/platform'

import type { Note, NoteStore } from '../../features/notes/note.store'
import { notes, noteTable } from './note-table'
import { inScope } from './pg-ticket-conditions'
import { repositoryOf } from './tables'

const MOST_NOTES = 500

export class PgNoteStore implements NoteStore {
  insert(tx: Tx, companyId: CompanyId, note: Omit<Note, 'id'>): Promise<Note> {
    return insertRow(repositoryOf(tx, notes), { ...note, companyId })
  }

  listByTicket(tx: Tx, companyId: CompanyId, ticketId: TicketId): Promise<Note[]> {
    const where = { companyId, ticketId }
    return repositoryOf(tx, notes).find({ where, order: { id: 'DESC' }, take: MOST_NOTES })
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
      sql`SELECT ${noteTable.columnsOf('n')} FROM tickets t JOIN ticket_notes n ON n.company_id = t.company_id AND n.ticket_id = t.id
        WHERE ${joinSql(conditions, ' AND ')} ORDER BY n.id DESC LIMIT ${integerSql(MOST_NOTES)}`,
    )
    return rows.map(noteTable.read)
  }

  find(tx: Tx, companyId: CompanyId, id: number): Promise<Note | undefined> {
    return findRow(repositoryOf(tx, notes), { companyId, id })
  }

  async delete(tx: Tx, companyId: CompanyId, id: number): Promise<void> {
    await deleteRows(repositoryOf(tx, notes), { companyId, id })
  }
}
