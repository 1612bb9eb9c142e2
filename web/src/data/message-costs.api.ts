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
      providesTags: ['MessageCosts'],
    }),
    readMessageBudget: build.query({
      ...endpoint(messageCostRoutes.readMessageBudget),
      providesTags: ['MessageCosts'],
    }),
    readPriceList: build.query({
      ...endpoint(messageCostRoutes.readPriceList, () => ({})),
      providesTags: ['MessageCosts'],
    }),
    savePriceList: build.mutation({
      ...endpoint(messageCostRoutes.savePriceList, (body: PriceListBody) => ({ body })),
      invalidatesTags: ['MessageCosts'],
    }),
  }),
})

onFeed('messageBudget', (_event, { dispatch }) => {
  dispatch(messageCostsApi.util.invalidateTags(['MessageCosts']))
})

export const {
  useReadMessageBudgetQuery,
  useReadMessageCostsQuery,
  useReadPriceListQuery,
  useSavePriceListMutation,
} = messageCostsApi
