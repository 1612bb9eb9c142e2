import {
  contactListRoutes,
  type Answer,
  type SentBody,
  type ContactListItemSort,
  type ContactListSort,
} from '@balcao/contracts'

import { api } from './api'
import { buildSheetForm, type MappedSheet } from './file-form'
import { numberedPages, toSortedPage, type SortedList } from './pages'
import { endpoint } from './request'

export type ContactListsPage = Answer<typeof contactListRoutes.listContactLists>
export type ContactListItemsPage = Answer<typeof contactListRoutes.listContactListItems>
export type NewItem = SentBody<typeof contactListRoutes.createContactListItem>
export type ItemPatch = SentBody<typeof contactListRoutes.updateContactListItem>

export interface ItemsAsked extends SortedList<ContactListItemSort> {
  contactListId: number
}

const toPath = (contactListId: number) => ({ path: { contactListId } })
const toItemPath = (itemId: number) => ({ path: { itemId } })

export const contactListsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Pages of what the words match, by name unless sorted. */
    listContactLists: build.infiniteQuery<ContactListsPage, SortedList<ContactListSort>, number>({
      ...endpoint(contactListRoutes.listContactLists, toSortedPage<SortedList<ContactListSort>>),
      infiniteQueryOptions: numberedPages,
      providesTags: ['contact-lists'],
    }),

    listAllContactLists: build.query({
      ...endpoint(contactListRoutes.listAllContactLists),
      providesTags: ['contact-lists'],
    }),

    getContactList: build.query({
      ...endpoint(contactListRoutes.getContactList, toPath),
      providesTags: ['contact-lists'],
    }),

    createContactList: build.mutation({
      ...endpoint(contactListRoutes.createContactList, (name: string) => ({ body: { name } })),
      invalidatesTags: ['contact-lists'],
    }),

    updateContactList: build.mutation({
      ...endpoint(contactListRoutes.updateContactList, ({ id, name }: { id: number; name: string }) => ({
        ...toPath(id),
        body: { name },
      })),
      invalidatesTags: ['contact-lists'],
    }),

    deleteContactList: build.mutation({
      ...endpoint(contactListRoutes.deleteContactList, toPath),
      invalidatesTags: ['contact-lists'],
    }),

    uploadContactList: build.mutation(
      endpoint(contactListRoutes.uploadContactList, ({ id, ...sheet }: MappedSheet & { id: number }) => ({
        ...toPath(id),
        body: buildSheetForm(sheet),
      })),
    ),

    getContactListImport: build.query(
      endpoint(
        contactListRoutes.getContactListImport,
        (path: { contactListId: number; importId: number }) => ({ path }),
      ),
    ),

    listContactListImportFaults: build.query(
      endpoint(
        contactListRoutes.listContactListImportFaults,
        (path: { contactListId: number; importId: number }) => ({ path }),
      ),
    ),

    /** Contacts of a list, by name unless sorted. */
    listContactListItems: build.infiniteQuery<ContactListItemsPage, ItemsAsked, number>({
      ...endpoint(contactListRoutes.listContactListItems, toSortedPage<ItemsAsked>),
      infiniteQueryOptions: numberedPages,
      providesTags: ['contact-list-items'],
    }),

    createContactListItem: build.mutation({
      ...endpoint(contactListRoutes.createContactListItem, (body: NewItem) => ({ body })),
      invalidatesTags: ['contact-list-items', 'contact-lists'],
    }),

    updateContactListItem: build.mutation({
      ...endpoint(
        contactListRoutes.updateContactListItem,
        ({ id, body }: { id: number; body: ItemPatch }) => ({
          ...toItemPath(id),
          body,
        }),
      ),
      invalidatesTags: ['contact-list-items'],
    }),

    deleteContactListItem: build.mutation({
      ...endpoint(contactListRoutes.deleteContactListItem, toItemPath),
      invalidatesTags: ['contact-list-items', 'contact-lists'],
    }),
  }),
})

export const {
  useCreateContactListItemMutation,
  useCreateContactListMutation,
  useDeleteContactListItemMutation,
  useDeleteContactListMutation,
  useGetContactListImportQuery,
  useGetContactListQuery,
  useListAllContactListsQuery,
  useListContactListImportFaultsQuery,
  useListContactListItemsInfiniteQuery,
  useListContactListsInfiniteQuery,
  useUpdateContactListItemMutation,
  useUpdateContactListMutation,
  useUploadContactListMutation,
} = contactListsApi
