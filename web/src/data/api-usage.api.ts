import { apiUsageRoutes } from '@balcao/contracts'

import { api } from './api'
import { onFeed } from './live/handlers'
import { endpoint } from './request'

export const apiUsageApi = api.injectEndpoints({
  endpoints: (build) => ({
    getApiUsage: build.query({
      ...endpoint(apiUsageRoutes.getApiUsage, () => ({})),
      providesTags: ['api-usage'],
    }),
  }),
})

/** Sending through the API changes it without an event. */
export const refreshApiUsage = () => apiUsageApi.util.invalidateTags(['api-usage'])

/** A changed plan has other limits. */
onFeed('plan', (_event, { dispatch }) => {
  dispatch(refreshApiUsage())
})

export const { useGetApiUsageQuery } = apiUsageApi
