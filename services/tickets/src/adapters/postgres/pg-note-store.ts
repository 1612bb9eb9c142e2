import type { CompanyId, TicketId } from '@balcao/contracts'
import { AppError, type Tx } from '@balcao/kernel'
import { execute, query } from '@balcao/platform'

import type { Note, NoteStore } from '../../features/notes/note.store'

const MOST_NOTES = 500

const COLUMNS = `id, note, ticket_id AS "ticketId", contact_id AS "contactId", user_id AS "userId", created_at AS "createdAt"`

type Row = Note & Record<string, unknown>

export class PgNoteStore implements NoteStore {
  async insert(
    tx: Tx,
    companyId: CompanyId,
    { note, ticketId, contactId, userId, createdAt }: Omit<Note, 'id'>,
  ): Promise<Note> {
    const sql = `INSERT INTO ticket_notes (company_id, ticket_id, contact_id, user_id, note, created_at) VALUES ($1, $2, $3, $4, $5, $6) RETURNING ${COLUMNS}`
    const [row] = await query<Row>(tx, sql, [companyId, ticketId, contactId, userId, note, createdAt])
    if (!row) throw new AppError('ERR_INTERNAL', { detail: 'a note was not inserted' })
    return row
  }

  async ofTicket(tx: Tx, companyId: CompanyId, ticketId: TicketId): Promise<Note[]> {
    const sql = `SELECT ${COLUMNS} FROM ticket_notes WHERE company_id = $1 AND ticket_id = $2 ORDER BY id DESC LIMIT ${MOST_NOTES}`
    return query<Row>(tx, sql, [companyId, ticketId])
  }

  async byId(tx: Tx, companyId: CompanyId, id: number): Promise<Note | undefined> {
    const [row] = await query<Row>(
      tx,
      `SELECT ${COLUMNS} FROM ticket_notes WHERE company_id = $1 AND id = $2`,
      [companyId, id],
    )
    return row
  }

  async delete(tx: Tx, companyId: CompanyId, id: number): Promise<void> {
    await execute(tx, 'DELETE FROM ticket_notes WHERE company_id = $1 AND id = $2', [companyId, id])
  }
}
