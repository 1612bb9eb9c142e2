import { queueRoutes } from '@balcao/contracts'

import { api } from './api'
import { endpoint } from './request'

export const queuesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listQueues: build.query({ ...endpoint(queueRoutes.listQueues), providesTags: ['Queue'] }),
  }),
})

export const { useListQueuesQuery } = queuesApi
