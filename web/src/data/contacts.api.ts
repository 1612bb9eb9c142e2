import { contactRoutes, type SentBody } from '@balcao/contracts'

import { api } from './api'
import { toCachedContact } from './cached-views'
import { endpoint } from './request'

export type ContactBody = SentBody<typeof contactRoutes.createContact>

export const contactsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The first page of what the words match. */
    searchContacts: build.query({
      ...endpoint(
        contactRoutes.listContacts,
        (searchParam: string) => ({ query: { searchParam, pageNumber: 1 } }),
        ({ contacts }) => contacts.map(toCachedContact),
      ),
      providesTags: [{ type: 'Contact', id: 'SEARCH' }],
    }),

    getContact: build.query({
      ...endpoint(
        contactRoutes.getContact,
        (contactId: number) => ({ path: { contactId } }),
        toCachedContact,
      ),
      providesTags: (_contact, _error, id) => [{ type: 'Contact', id }],
    }),

    createContact: build.mutation({
      ...endpoint(contactRoutes.createContact, (body: ContactBody) => ({ body }), toCachedContact),
      invalidatesTags: ['Contact'],
    }),

    updateContact: build.mutation(
      endpoint(
        contactRoutes.updateContact,
        ({ contactId, body }: { contactId: number; body: ContactBody }) => ({ path: { contactId }, body }),
        toCachedContact,
      ),
    ),
  }),
})

export const {
  useSearchContactsQuery,
  useGetContactQuery,
  useCreateContactMutation,
  useUpdateContactMutation,
} = contactsApi
