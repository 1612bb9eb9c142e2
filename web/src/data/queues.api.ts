import { listQueues, pathOf, type QueueView } from '@balcao/contracts'

import { api } from './api'

export const queuesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listQueues: build.query<QueueView[], undefined>({
      query: () => pathOf(listQueues),
      providesTags: ['Queue'],
    }),
  }),
})

export const { useListQueuesQuery } = queuesApi
