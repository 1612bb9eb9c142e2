import { queueRoutes, type SentBody } from '@balcao/contracts'

import { api } from './api'
import { buildFileForm, type FileFor } from './file-form'
import { endpoint } from './request'

export type QueueForm = SentBody<typeof queueRoutes.createQueue>
export type QueuePatch = SentBody<typeof queueRoutes.updateQueue>

const toPath = (queueId: number) => ({ path: { queueId } })

export const queuesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listQueues: build.query({ ...endpoint(queueRoutes.listQueues), providesTags: ['queues'] }),
    createQueue: build.mutation({
      ...endpoint(queueRoutes.createQueue, (body: QueueForm) => ({ body })),
      invalidatesTags: ['queues'],
    }),
    updateQueue: build.mutation({
      ...endpoint(queueRoutes.updateQueue, ({ id, body }: { id: number; body: QueuePatch }) => ({
        ...toPath(id),
        body,
      })),
      invalidatesTags: ['queues'],
    }),
    uploadQueueFile: build.mutation({
      ...endpoint(queueRoutes.uploadQueueMedia, ({ id, file }: FileFor) => ({
        ...toPath(id),
        body: buildFileForm(file),
      })),
      invalidatesTags: ['queues'],
    }),
    deleteQueueFile: build.mutation({
      ...endpoint(queueRoutes.deleteQueueMedia, toPath),
      invalidatesTags: ['queues'],
    }),
    deleteQueue: build.mutation({
      ...endpoint(queueRoutes.deleteQueue, toPath),
      invalidatesTags: ['queues'],
    }),
  }),
})

export const {
  useCreateQueueMutation,
  useDeleteQueueFileMutation,
  useDeleteQueueMutation,
  useListQueuesQuery,
  useUpdateQueueMutation,
  useUploadQueueFileMutation,
} = queuesApi
