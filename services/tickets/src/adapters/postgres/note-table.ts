import { companyId, type CompanyId } from '@balcao/contracts'
import { column, entityOf, fixed, generated, tableOf } from '@balcao/platform'

import type { Note } from '../../features/notes/note.store'

export const notes = entityOf<Note & { companyId: CompanyId }>()('ticket_notes', {
  id: generated(column.int('id')),
  companyId: fixed(column.int('company_id', companyId)),
  ticketId: fixed(column.bigint('ticket_id')),
  contactId: column.bigint('contact_id'),
  userId: fixed(column.int('user_id')),
  note: column.text('note'),
  createdAt: fixed(column.time('created_at')),
})

/** Joined with tickets by a scope, whose condition the lists of tickets have as SQL. */
export const noteTable = tableOf(notes)
