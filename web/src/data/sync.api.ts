import type { SyncAnswer } from '@balcao/contracts'

import { api } from './api'

export const syncApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** What happened in the company's feed after `since`. Never cached: each gap is its own. */
    sync: build.query<SyncAnswer, number>({ query: (since) => `/sync?since=${since}`, keepUnusedDataFor: 0 }),
  }),
})
