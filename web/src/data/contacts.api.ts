import { contactRoutes, type Answer, type ContactSort, type SentBody } from '@balcao/contracts'

import { api } from './api'
import { toCachedContact } from './cached-views'
import { numberedPages, toSortedPage, type SortedList } from './pages'
import { endpoint } from './request'

export type ContactBody = SentBody<typeof contactRoutes.createContact>
export type ContactsPageAnswer = Answer<typeof contactRoutes.listContacts>

export interface ContactPair {
  kept: number
  merged: number
}

const toMergeCall = ({ kept, merged }: ContactPair) => ({
  path: { contactId: kept },
  body: { contactId: merged },
})

export const contactsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The first page of what the words match. */
    searchContacts: build.query({
      ...endpoint(
        contactRoutes.listContacts,
        (searchParam: string) => ({ query: { searchParam, pageNumber: 1 } }),
        ({ contacts }) => contacts.map(toCachedContact),
      ),
      providesTags: [{ type: 'contacts', id: 'SEARCH' }],
    }),

    /** Pages of what the words match, by name unless sorted. */
    listContacts: build.infiniteQuery<ContactsPageAnswer, SortedList<ContactSort>, number>({
      ...endpoint(contactRoutes.listContacts, toSortedPage<SortedList<ContactSort>>, (page) => ({
        ...page,
        contacts: page.contacts.map(toCachedContact),
      })),
      infiniteQueryOptions: numberedPages,
      providesTags: (_pages, _error, { searchParam }) => [
        { type: 'contacts', id: searchParam === '' ? 'LIST' : 'SEARCH' },
      ],
    }),

    getContact: build.query({
      ...endpoint(
        contactRoutes.getContact,
        (contactId: number) => ({ path: { contactId } }),
        toCachedContact,
      ),
      providesTags: (_contact, _error, id) => [{ type: 'contacts', id }],
    }),

    createContact: build.mutation({
      ...endpoint(contactRoutes.createContact, (body: ContactBody) => ({ body }), toCachedContact),
      invalidatesTags: [{ type: 'contacts', id: 'SEARCH' }],
    }),

    updateContact: build.mutation(
      endpoint(
        contactRoutes.updateContact,
        ({ contactId, body }: { contactId: number; body: ContactBody }) => ({ path: { contactId }, body }),
        toCachedContact,
      ),
    ),

    listContactMerges: build.query({
      ...endpoint(contactRoutes.listContactMerges, (contactId: number) => ({ path: { contactId } })),
      providesTags: (_merges, _error, id) => [{ type: 'contact-merges', id }],
    }),

    mergeContact: build.mutation({
      ...endpoint(contactRoutes.mergeContact, toMergeCall, toCachedContact),
      invalidatesTags: (_kept, _error, { kept }) => [{ type: 'contact-merges', id: kept }],
    }),

    /** Answers the contact that is separated. */
    unmergeContact: build.mutation({
      ...endpoint(contactRoutes.unmergeContact, toMergeCall, toCachedContact),
      invalidatesTags: (_merged, _error, { kept }) => [{ type: 'contact-merges', id: kept }],
    }),

    deleteContact: build.mutation(
      endpoint(contactRoutes.deleteContact, (contactId: number) => ({ path: { contactId } })),
    ),
  }),
})

export const {
  useSearchContactsQuery,
  useListContactsInfiniteQuery,
  useGetContactQuery,
  useCreateContactMutation,
  useUpdateContactMutation,
  useDeleteContactMutation,
  useListContactMergesQuery,
  useMergeContactMutation,
  useUnmergeContactMutation,
} = contactsApi
