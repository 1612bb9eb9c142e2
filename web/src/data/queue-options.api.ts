import { queueOptionRoutes, type QueueOptionView, type SentBody } from '@balcao/contracts'

import { api } from './api'
import { buildFileForm, type FileFor } from './file-form'
import { buildRequest, endpoint } from './request'

export type OptionForm = SentBody<typeof queueOptionRoutes.createQueueOption>
export type OptionPatch = SentBody<typeof queueOptionRoutes.updateQueueOption>

const toPath = (queueOptionId: number) => ({ path: { queueOptionId } })

const toTree = (queueId: number) => ({ query: { queueId } })

export const queueOptionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The whole tree of a queue, parents before their children. */
    listQueueOptions: build.query({
      ...endpoint(queueOptionRoutes.listQueueOptions, toTree),
      providesTags: ['queue-options'],
    }),

    /** The trees of several queues. */
    listOptionTrees: build.query<QueueOptionView[], readonly number[]>({
      queryFn: async (queueIds, _api, _options, ask) => {
        const trees: QueueOptionView[] = []
        for (const queueId of queueIds) {
          const answer = await ask(buildRequest(queueOptionRoutes.listQueueOptions, toTree(queueId)))
          if (answer.error) return { error: answer.error }
          trees.push(...(answer.data as QueueOptionView[]))
        }
        return { data: trees }
      },
      providesTags: ['queue-options'],
    }),

    createQueueOption: build.mutation({
      ...endpoint(queueOptionRoutes.createQueueOption, (body: OptionForm) => ({ body })),
      invalidatesTags: ['queue-options'],
    }),

    updateQueueOption: build.mutation({
      ...endpoint(queueOptionRoutes.updateQueueOption, ({ id, body }: { id: number; body: OptionPatch }) => ({
        ...toPath(id),
        body,
      })),
      invalidatesTags: ['queue-options'],
    }),

    deleteQueueOption: build.mutation({
      ...endpoint(queueOptionRoutes.deleteQueueOption, toPath),
      invalidatesTags: ['queue-options'],
    }),

    uploadOptionFile: build.mutation({
      ...endpoint(queueOptionRoutes.uploadQueueOptionMedia, ({ id, file }: FileFor) => ({
        ...toPath(id),
        body: buildFileForm(file),
      })),
      invalidatesTags: ['queue-options'],
    }),

    deleteOptionFile: build.mutation({
      ...endpoint(queueOptionRoutes.deleteQueueOptionMedia, toPath),
      invalidatesTags: ['queue-options'],
    }),
  }),
})

export const {
  useCreateQueueOptionMutation,
  useDeleteOptionFileMutation,
  useDeleteQueueOptionMutation,
  useListOptionTreesQuery,
  useListQueueOptionsQuery,
  useUpdateQueueOptionMutation,
  useUploadOptionFileMutation,
} = queueOptionsApi
