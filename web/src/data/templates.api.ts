import {
  messageTemplateRoutes,
  type AutomaticText,
  type TemplateBody,
  type TemplateEditBody,
  type TemplateValuesBody,
} from '@balcao/contracts'

import { api } from './api'
import { withFile } from './file-form'
import { endpoint } from './request'

const toPath = (whatsappId: number) => ({ path: { whatsappId } })

export type { TemplateBody } from '@balcao/contracts'

/** What is written of a template, and the sample of a header that is a file. */
interface Written<B> {
  /** Of the connection. */
  id: number
  body: B
  file: File | null
}

const FORM_BODY = 'templateData'

export const templatesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listTemplates: build.query({
      ...endpoint(messageTemplateRoutes.listTemplates, toPath),
      providesTags: ['templates'],
      // Meta changes them: each opening reads them again.
      keepUnusedDataFor: 0,
    }),
    syncTemplates: build.mutation({
      ...endpoint(messageTemplateRoutes.syncTemplates, toPath),
      invalidatesTags: ['templates'],
    }),
    createTemplate: build.mutation({
      ...endpoint(messageTemplateRoutes.createTemplate, ({ id, body, file }: Written<TemplateBody>) => ({
        ...toPath(id),
        body: withFile(body, file, FORM_BODY),
      })),
      invalidatesTags: ['templates'],
    }),
    editTemplate: build.mutation({
      ...endpoint(
        messageTemplateRoutes.editTemplate,
        ({ id, templateId, body, file }: Written<TemplateEditBody> & { templateId: string }) => ({
          path: { whatsappId: id, templateId },
          body: withFile(body, file, FORM_BODY),
        }),
      ),
      // A refusal may have found another state at Meta.
      invalidatesTags: ['templates'],
    }),
    deleteTemplate: build.mutation({
      ...endpoint(
        messageTemplateRoutes.deleteTemplate,
        ({ id, templateId }: { id: number; templateId: string }) => ({
          path: { whatsappId: id, templateId },
        }),
      ),
      invalidatesTags: ['templates'],
    }),
    listFallbacks: build.query({
      ...endpoint(messageTemplateRoutes.listFallbacks, toPath),
      providesTags: ['fallbacks'],
    }),
    setFallback: build.mutation({
      ...endpoint(
        messageTemplateRoutes.setFallback,
        ({
          id,
          text,
          template,
        }: {
          id: number
          text: AutomaticText
          template: TemplateValuesBody | null
        }) => ({ path: { whatsappId: id, text }, body: { template } }),
      ),
      invalidatesTags: ['fallbacks'],
    }),
  }),
})

export const {
  useListTemplatesQuery,
  useSyncTemplatesMutation,
  useCreateTemplateMutation,
  useEditTemplateMutation,
  useDeleteTemplateMutation,
  useListFallbacksQuery,
  useSetFallbackMutation,
} = templatesApi
