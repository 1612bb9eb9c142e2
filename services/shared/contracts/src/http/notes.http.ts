import { endpoint } from './endpoint'
import { bigIdField, bigIdText, idText, literals, object, text } from './fields'
import { noteRoutes } from './notes.routes'

export const noteBody = object({
  note: text(4096).trim().min(2, literals.short).required(literals.required),
  ticketId: bigIdField().required(),
  contactId: bigIdField().required(),
})

/* Without `ticketId`: of all tickets of the contact that the caller may see. */
export const listNotesQuery = object({ ticketId: bigIdText().optional(), contactId: bigIdText().required() })

export const listNotes = endpoint(noteRoutes.listNotes, {
  access: 'user',
  query: listNotesQuery,
  tag: 'notes',
  summary:
    'Notes of a ticket, or, without `ticketId`, of all tickets of the contact that the caller may see; newest first, at most 500.',
  errors: ['ERR_NO_PERMISSION', 'ERR_NO_TICKET_FOUND', 'ERR_NO_CONTACT_FOUND'],
})

export const createNote = endpoint(noteRoutes.createNote, {
  access: 'user',
  body: noteBody,
  tag: 'notes',
  summary: 'Adds a note to a ticket.',
  errors: ['ERR_NO_PERMISSION', 'ERR_NO_TICKET_FOUND', 'ERR_NO_CONTACT_FOUND'],
})

export const deleteNote = endpoint(noteRoutes.deleteNote, {
  access: 'user',
  params: object({ noteId: idText().required() }),
  tag: 'notes',
  summary: 'Deletes a note: the own one, or any for administrators.',
  errors: ['ERR_NO_PERMISSION', 'ERR_NO_NOTE_FOUND'],
})
