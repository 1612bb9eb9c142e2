import { messageTemplateRoutes, type TemplateBody, type TemplateEditBody } from '@balcao/contracts'

import { api } from './api'
import { endpoint } from './request'

const toPath = (whatsappId: number) => ({ path: { whatsappId } })

export type { TemplateBody } from '@balcao/contracts'

export const templatesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listTemplates: build.query({
      ...endpoint(messageTemplateRoutes.listTemplates, toPath),
      providesTags: ['Template'],
      // Meta changes them: each opening reads them again.
      keepUnusedDataFor: 0,
    }),
    syncTemplates: build.mutation({
      ...endpoint(messageTemplateRoutes.syncTemplates, toPath),
      invalidatesTags: ['Template'],
    }),
    createTemplate: build.mutation({
      ...endpoint(
        messageTemplateRoutes.createTemplate,
        ({ id, body }: { id: number; body: TemplateBody }) => ({
          ...toPath(id),
          body,
        }),
      ),
      invalidatesTags: ['Template'],
    }),
    editTemplate: build.mutation({
      ...endpoint(
        messageTemplateRoutes.editTemplate,
        ({ id, templateId, body }: { id: number; templateId: string; body: TemplateEditBody }) => ({
          path: { whatsappId: id, templateId },
          body,
        }),
      ),
      // A refusal may have found another state at Meta.
      invalidatesTags: ['Template'],
    }),
    deleteTemplate: build.mutation({
      ...endpoint(
        messageTemplateRoutes.deleteTemplate,
        ({ id, templateId }: { id: number; templateId: string }) => ({
          path: { whatsappId: id, templateId },
        }),
      ),
      invalidatesTags: ['Template'],
    }),
  }),
})

export const {
  useListTemplatesQuery,
  useSyncTemplatesMutation,
  useCreateTemplateMutation,
  useEditTemplateMutation,
  useDeleteTemplateMutation,
} = templatesApi
