import {
  createNote,
  deleteNote,
  listNotes,
  pathOf,
  type BodyOf,
  type TicketNoteView,
} from '@balcao/contracts'

import { api } from './api'

export interface NotesOf {
  ticketId: number
  contactId: number
}

const listId = ({ ticketId, contactId }: NotesOf) => `${ticketId}:${contactId}`

export const notesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listNotes: build.query<TicketNoteView[], NotesOf>({
      query: ({ ticketId, contactId }) => ({
        url: pathOf(listNotes),
        params: { ticketId: String(ticketId), contactId: String(contactId) },
      }),
      providesTags: (_notes, _error, of) => [{ type: 'Note', id: listId(of) }],
    }),

    createNote: build.mutation<TicketNoteView, BodyOf<typeof createNote>>({
      query: (body) => ({ url: pathOf(createNote), method: 'POST', body }),
      invalidatesTags: (_note, _error, body) => [{ type: 'Note', id: listId(body) }],
    }),

    deleteNote: build.mutation<{ message: string }, TicketNoteView>({
      query: ({ id }) => ({ url: pathOf(deleteNote, { noteId: id }), method: 'DELETE' }),
      invalidatesTags: (_answer, _error, note) => [{ type: 'Note', id: listId(note) }],
    }),
  }),
})

export const { useListNotesQuery, useCreateNoteMutation, useDeleteNoteMutation } = notesApi
