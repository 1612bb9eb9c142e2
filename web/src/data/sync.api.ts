import { syncRoutes } from '@balcao/contracts'

import { api } from './api'
import { endpoint } from './request'

export const syncApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** What happened in the company's feed after `since`. Never cached: each gap is its own. */
    sync: build.query({
      ...endpoint(syncRoutes.sync, (since: number) => ({ query: { since } })),
      keepUnusedDataFor: 0,
    }),
  }),
})
