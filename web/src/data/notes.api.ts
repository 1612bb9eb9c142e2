import { noteRoutes, type SentBody, type TicketNoteView } from '@balcao/contracts'

import { api } from './api'
import { endpoint } from './request'

interface OfContact {
  contactId: number
}

const toTag = ({ contactId }: OfContact) => [{ type: 'notes' as const, id: contactId }]

export const notesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Notes on all tickets of the contact that the user may see, newest first. */
    listNotes: build.query({
      ...endpoint(noteRoutes.listNotes, ({ contactId }: OfContact) => ({ query: { contactId } })),
      providesTags: (_notes, _error, of) => toTag(of),
    }),

    createNote: build.mutation({
      ...endpoint(noteRoutes.createNote, (body: SentBody<typeof noteRoutes.createNote>) => ({ body })),
      invalidatesTags: (_note, _error, body) => toTag(body),
    }),

    deleteNote: build.mutation({
      ...endpoint(noteRoutes.deleteNote, ({ id }: TicketNoteView) => ({ path: { noteId: id } })),
      invalidatesTags: (_answer, _error, note) => toTag(note),
    }),
  }),
})

export const { useListNotesQuery, useCreateNoteMutation, useDeleteNoteMutation } = notesApi
