import { helpRoutes, type SentBody } from '@balcao/contracts'

import { api } from './api'
import { endpoint } from './request'

export type HelpForm = SentBody<typeof helpRoutes.createHelp>

const toPath = (helpId: number) => ({ path: { helpId } })

/** The help videos of the platform; super users change them. */
export const helpsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listAllHelps: build.query({ ...endpoint(helpRoutes.listAllHelps), providesTags: ['helps'] }),

    createHelp: build.mutation({
      ...endpoint(helpRoutes.createHelp, (body: HelpForm) => ({ body })),
      invalidatesTags: ['helps'],
    }),

    updateHelp: build.mutation({
      ...endpoint(helpRoutes.updateHelp, ({ id, body }: { id: number; body: HelpForm }) => ({
        ...toPath(id),
        body,
      })),
      invalidatesTags: ['helps'],
    }),

    deleteHelp: build.mutation({ ...endpoint(helpRoutes.deleteHelp, toPath), invalidatesTags: ['helps'] }),
  }),
})

export const { useCreateHelpMutation, useDeleteHelpMutation, useListAllHelpsQuery, useUpdateHelpMutation } =
  helpsApi
