import { messageCostRoutes, type Answer, type SentBody, type SentQuery } from '@balcao/contracts'

import { api } from './api'
import { onFeed } from './live/handlers'
import { endpoint } from './request'

export type CostsAsked = SentQuery<typeof messageCostRoutes.readMessageCosts>
export type PriceListBody = SentBody<typeof messageCostRoutes.savePriceList>
export type PriceListAnswer = Answer<typeof messageCostRoutes.readPriceList>

export const messageCostsApi = api.injectEndpoints({
  endpoints: (build) => ({
    readMessageCosts: build.query({
      ...endpoint(messageCostRoutes.readMessageCosts, (query: CostsAsked) => ({ query })),
      providesTags: ['message-costs'],
    }),
    readMessageBudget: build.query({
      ...endpoint(messageCostRoutes.readMessageBudget),
      providesTags: ['message-costs'],
    }),
    readPriceList: build.query({
      ...endpoint(messageCostRoutes.readPriceList, () => ({})),
      providesTags: ['message-costs'],
    }),
    savePriceList: build.mutation({
      ...endpoint(messageCostRoutes.savePriceList, (body: PriceListBody) => ({ body })),
      invalidatesTags: ['message-costs'],
    }),
  }),
})

onFeed('messageBudget', (_event, { dispatch }) => {
  dispatch(messageCostsApi.util.invalidateTags(['message-costs']))
})

export const {
  useReadMessageBudgetQuery,
  useReadMessageCostsQuery,
  useReadPriceListQuery,
  useSavePriceListMutation,
} = messageCostsApi
