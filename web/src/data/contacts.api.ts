import {
  createContact,
  getContact,
  listContacts,
  pathOf,
  updateContact,
  type BodyOf,
  type ContactView,
} from '@balcao/contracts'

import { api } from './api'
import { keptContact } from './kept-views'

export type ContactBody = BodyOf<typeof createContact>

export const contactsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The first page of what the words match. */
    searchContacts: build.query<ContactView[], string>({
      query: (searchParam) => ({ url: pathOf(listContacts), params: { searchParam, pageNumber: '1' } }),
      transformResponse: ({ contacts }: { contacts: ContactView[] }) => contacts.map(keptContact),
      providesTags: [{ type: 'Contact', id: 'SEARCH' }],
    }),

    getContact: build.query<ContactView, number>({
      query: (contactId) => pathOf(getContact, { contactId }),
      transformResponse: keptContact,
      providesTags: (_contact, _error, id) => [{ type: 'Contact', id }],
    }),

    createContact: build.mutation<ContactView, ContactBody>({
      query: (body) => ({ url: pathOf(createContact), method: 'POST', body }),
      transformResponse: keptContact,
      invalidatesTags: ['Contact'],
    }),

    updateContact: build.mutation<ContactView, { contactId: number; body: ContactBody }>({
      query: ({ contactId, body }) => ({ url: pathOf(updateContact, { contactId }), method: 'PUT', body }),
      transformResponse: keptContact,
    }),
  }),
})

export const {
  useSearchContactsQuery,
  useGetContactQuery,
  useCreateContactMutation,
  useUpdateContactMutation,
} = contactsApi
