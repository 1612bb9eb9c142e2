import type { CompanyId, TicketId } from '@balcao/contracts'
import { AppError, type Tx } from '@balcao/kernel'
import { execute, integerSql, sql } from '@balcao/platform'

import type { Note, NoteStore } from '../../features/notes/note.store'
import { notes } from './note-table'

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

  find(tx: Tx, companyId: CompanyId, id: number): Promise<Note | undefined> {
    return notes.findFirst(tx, sql`WHERE company_id = ${companyId} AND id = ${id}`)
  }

  async delete(tx: Tx, companyId: CompanyId, id: number): Promise<void> {
    await execute(tx, sql`DELETE FROM ticket_notes WHERE company_id = ${companyId} AND id = ${id}`)
  }
}
