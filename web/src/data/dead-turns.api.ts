import { deadTurnRoutes } from '@balcao/contracts'

import { api } from './api'
import { onFeed } from './live/handlers'
import { endpoint } from './request'

const firstPage = () => ({ query: {} })
const toReplay = (id: string | undefined) => ({ body: id === undefined ? {} : { id } })

/** Messages that prompts and integrations did not answer: the newest 20 of each. */
export const deadTurnsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listDeadPromptTurns: build.query({
      ...endpoint(deadTurnRoutes.listDeadPromptTurns, firstPage),
      providesTags: ['dead-turns'],
    }),
    listDeadIntegrationTurns: build.query({
      ...endpoint(deadTurnRoutes.listDeadIntegrationTurns, firstPage),
      providesTags: ['dead-turns'],
    }),
    /** One, or all. */
    replayDeadPromptTurns: build.mutation({
      ...endpoint(deadTurnRoutes.replayDeadPromptTurns, toReplay),
      invalidatesTags: ['dead-turns'],
    }),
    replayDeadIntegrationTurns: build.mutation({
      ...endpoint(deadTurnRoutes.replayDeadIntegrationTurns, toReplay),
      invalidatesTags: ['dead-turns'],
    }),
  }),
})

for (const channel of ['prompt', 'queueIntegration'] as const)
  onFeed(channel, (_event, { dispatch }) => {
    dispatch(deadTurnsApi.util.invalidateTags(['dead-turns']))
  })

export const {
  useListDeadPromptTurnsQuery,
  useListDeadIntegrationTurnsQuery,
  useReplayDeadPromptTurnsMutation,
  useReplayDeadIntegrationTurnsMutation,
} = deadTurnsApi
