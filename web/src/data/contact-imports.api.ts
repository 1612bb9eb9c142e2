import { contactImportRoutes, contactRoutes } from '@balcao/contracts'

import { saveFile } from '../lib/save-file'
import { api } from './api'
import { buildFileForm } from './file-form'
import { buildRequest, endpoint } from './request'

export const contactImportsApi = api.injectEndpoints({
  endpoints: (build) => ({
    startContactImport: build.mutation(
      endpoint(contactImportRoutes.startContactImport, (file: File) => ({ body: buildFileForm(file) })),
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
        { type: 'Contact', id: 'LIST' },
        { type: 'Contact', id: 'SEARCH' },
      ],
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
  useStartContactImportMutation,
  useGetContactImportQuery,
  useListImportFaultsQuery,
  useImportAddressBookMutation,
  useExportContactsMutation,
} = contactImportsApi
