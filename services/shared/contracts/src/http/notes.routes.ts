import type { listNotesQuery, noteBody } from './notes.http'
import { type Sent, route } from './route'

export interface TicketNoteView {
  id: number
  note: string
  ticketId: number
  contactId: number
  user: { id: number; name: string }
  createdAt: string
}

export const noteRoutes = {
  listNotes: route('get', '/ticket-notes/list').with<{
    query: Sent<typeof listNotesQuery>
    answer: TicketNoteView[]
  }>(),
  createNote: route('post', '/ticket-notes').with<{ body: Sent<typeof noteBody>; answer: TicketNoteView }>(),
  deleteNote: route('delete', '/ticket-notes/:noteId').with<{ answer: { message: string } }>(),
}
