import { queueRoutes, type SentBody } from '@balcao/contracts'

import { api } from './api'
import { endpoint } from './request'

export type QueueForm = SentBody<typeof queueRoutes.createQueue>

const toPath = (queueId: number) => ({ path: { queueId } })

export const queuesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listQueues: build.query({ ...endpoint(queueRoutes.listQueues), providesTags: ['Queue'] }),
    createQueue: build.mutation({
      ...endpoint(queueRoutes.createQueue, (body: QueueForm) => ({ body })),
      invalidatesTags: ['Queue'],
    }),
    updateQueue: build.mutation({
      ...endpoint(queueRoutes.updateQueue, ({ id, body }: { id: number; body: QueueForm }) => ({
        ...toPath(id),
        body,
      })),
      invalidatesTags: ['Queue'],
    }),
    deleteQueue: build.mutation({ ...endpoint(queueRoutes.deleteQueue, toPath), invalidatesTags: ['Queue'] }),
  }),
})

export const { useCreateQueueMutation, useDeleteQueueMutation, useListQueuesQuery, useUpdateQueueMutation } =
  queuesApi
