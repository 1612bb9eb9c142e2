import { syncRoutes } from '@balcao/contracts'

import { api } from './api'
import { endpoint } from './request'

export const syncApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** What happened in the company's feed after `since`, or in the last `age` seconds. Never cached: each gap is its own. */
    sync: build.query({
      ...endpoint(syncRoutes.sync, (query: { since: number; age?: number }) => ({ query })),
      keepUnusedDataFor: 0,
    }),
  }),
})
