import type { CompanyId, TicketId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { managerOf } from '@balcao/platform'

import type { Note, NoteStore } from '../../features/notes/note.store'
import { noteRecord } from './records'

const MOST_NOTES = 500

export class PgNoteStore implements NoteStore {
  insert(tx: Tx, companyId: CompanyId, note: Omit<Note, 'id'>): Promise<Note> {
    return managerOf(tx).save(noteRecord, { ...note, companyId })
  }

  ofTicket(tx: Tx, companyId: CompanyId, ticketId: TicketId): Promise<Note[]> {
    return managerOf(tx).find(noteRecord, { where: { companyId, ticketId }, order: { id: 'DESC' }, take: MOST_NOTES })
  }

  async byId(tx: Tx, companyId: CompanyId, id: number): Promise<Note | undefined> {
    return (await managerOf(tx).findOneBy(noteRecord, { companyId, id })) ?? undefined
  }

  async delete(tx: Tx, companyId: CompanyId, id: number): Promise<void> {
    await managerOf(tx).delete(noteRecord, { companyId, id })
  }
}
