import { contactImportRoutes, contactRoutes, type Answer } from '@balcao/contracts'

import { saveFile } from '../lib/save-file'
import { api } from './api'
import { buildFileForm, buildSheetForm, type MappedSheet } from './file-form'
import type { PageAsked } from './pages'
import { buildRequest, endpoint } from './request'

export type ContactExportsPage = Answer<typeof contactImportRoutes.listContactExports>

export const contactImportsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The first rows of a spreadsheet; nothing is saved. */
    previewSheet: build.mutation(
      endpoint(contactImportRoutes.previewSheet, (file: File) => ({ body: buildFileForm(file) })),
    ),

    startContactImport: build.mutation(
      endpoint(contactImportRoutes.startContactImport, (sheet: MappedSheet) => ({
        body: buildSheetForm(sheet),
      })),
    ),

    getContactImport: build.query(
      endpoint(contactImportRoutes.getContactImport, (importId: number) => ({ path: { importId } })),
    ),

    listImportFaults: build.query(
      endpoint(contactImportRoutes.listImportFaults, (importId: number) => ({ path: { importId } })),
    ),

    importAddressBook: build.mutation({
      ...endpoint(contactRoutes.importContacts),
      invalidatesTags: [
        { type: 'contacts', id: 'LIST' },
        { type: 'contacts', id: 'SEARCH' },
      ],
    }),

    /** Who exported all contacts, newest first. */
    listContactExports: build.infiniteQuery<ContactExportsPage, void, number | null>({
      ...endpoint(
        contactImportRoutes.listContactExports,
        ({ pageParam }: PageAsked<void, number | null>) => ({
          query: pageParam === null ? {} : { before: pageParam },
        }),
      ),
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: ({ exports, hasMore }) => (hasMore ? exports.at(-1)?.id : undefined),
      },
      keepUnusedDataFor: 0,
    }),

    /** Downloads all contacts; nothing of it goes to the store. */
    exportContacts: build.mutation<null, void>({
      query: () => ({
        ...buildRequest(contactImportRoutes.exportContacts),
        responseHandler: async (response) => {
          if (!response.ok) return response.json() as Promise<unknown>
          saveFile(await response.blob(), 'contatos.csv')
          return null
        },
      }),
    }),
  }),
})

export const {
  usePreviewSheetMutation,
  useStartContactImportMutation,
  useGetContactImportQuery,
  useListImportFaultsQuery,
  useImportAddressBookMutation,
  useExportContactsMutation,
  useListContactExportsInfiniteQuery,
} = contactImportsApi
