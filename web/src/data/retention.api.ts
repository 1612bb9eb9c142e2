import { retentionRoutes, type RetentionMonths } from '@balcao/contracts'

import { api } from './api'
import { endpoint } from './request'

export const retentionApi = api.injectEndpoints({
  endpoints: (build) => ({
    readRetention: build.query({
      ...endpoint(retentionRoutes.readRetention),
      providesTags: ['retention'],
    }),
    previewRetention: build.query({
      ...endpoint(retentionRoutes.previewRetention, (months: RetentionMonths) => ({
        query: Object.fromEntries(Object.entries(months).filter(([, value]) => value !== null)),
      })),
      keepUnusedDataFor: 0,
    }),
    saveRetention: build.mutation({
      ...endpoint(retentionRoutes.saveRetention, (body: RetentionMonths) => ({ body })),
      invalidatesTags: ['retention'],
    }),
  }),
})

export const { useReadRetentionQuery, useLazyPreviewRetentionQuery, useSaveRetentionMutation } = retentionApi
