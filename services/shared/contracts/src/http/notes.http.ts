import { endpoint } from './endpoint'
import { idField, idText, literals, object, text } from './fields'

export interface TicketNoteView {
  id: number
  note: string
  ticketId: number
  contactId: number
  user: { id: number; name: string }
  createdAt: string
}

export const noteBody = object({
  note: text(4096).trim().min(2, literals.short).required(literals.required),
  ticketId: idField().required(),
  contactId: idField().required(),
})

export const listNotes = endpoint<TicketNoteView[]>()({
  method: 'get',
  path: '/ticket-notes/list',
  access: 'user',
  query: object({ ticketId: idText().required(), contactId: idText().required() }),
  tag: 'notes',
  summary: 'Notes of a ticket, newest first.',
  errors: ['ERR_NO_TICKET_FOUND'],
})

export const createNote = endpoint<TicketNoteView>()({
  method: 'post',
  path: '/ticket-notes',
  access: 'user',
  body: noteBody,
  tag: 'notes',
  summary: 'Adds a note to a ticket.',
  errors: ['ERR_NO_TICKET_FOUND', 'ERR_NO_CONTACT_FOUND'],
})

export const deleteNote = endpoint<{ message: string }>()({
  method: 'delete',
  path: '/ticket-notes/:noteId',
  access: 'user',
  params: object({ noteId: idText().required() }),
  tag: 'notes',
  summary: 'Deletes a note: the own one, or any for administrators.',
  errors: ['ERR_NO_NOTE_FOUND'],
})
