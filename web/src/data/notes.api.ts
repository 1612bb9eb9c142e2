import { noteRoutes, type SentBody, type TicketNoteView } from '@balcao/contracts'

import { api } from './api'
import { endpoint } from './request'

export interface NotesQuery {
  ticketId: number
  contactId: number
}

const listId = ({ ticketId, contactId }: NotesQuery) => `${ticketId}:${contactId}`

export const notesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listNotes: build.query({
      ...endpoint(noteRoutes.listNotes, ({ ticketId, contactId }: NotesQuery) => ({
        query: { ticketId, contactId },
      })),
      providesTags: (_notes, _error, of) => [{ type: 'Note', id: listId(of) }],
    }),

    createNote: build.mutation({
      ...endpoint(noteRoutes.createNote, (body: SentBody<typeof noteRoutes.createNote>) => ({ body })),
      invalidatesTags: (_note, _error, body) => [{ type: 'Note', id: listId(body) }],
    }),

    deleteNote: build.mutation({
      ...endpoint(noteRoutes.deleteNote, ({ id }: TicketNoteView) => ({ path: { noteId: id } })),
      invalidatesTags: (_answer, _error, note) => [{ type: 'Note', id: listId(note) }],
    }),
  }),
})

export const { useListNotesQuery, useCreateNoteMutation, useDeleteNoteMutation } = notesApi
