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
      providesTags: ['DeadTurn'],
    }),
    listDeadIntegrationTurns: build.query({
      ...endpoint(deadTurnRoutes.listDeadIntegrationTurns, firstPage),
      providesTags: ['DeadTurn'],
    }),
    /** One, or all. */
    replayDeadPromptTurns: build.mutation({
      ...endpoint(deadTurnRoutes.replayDeadPromptTurns, toReplay),
      invalidatesTags: ['DeadTurn'],
    }),
    replayDeadIntegrationTurns: build.mutation({
      ...endpoint(deadTurnRoutes.replayDeadIntegrationTurns, toReplay),
      invalidatesTags: ['DeadTurn'],
    }),
  }),
})

for (const channel of ['prompt', 'queueIntegration'] as const)
  onFeed(channel, (_event, { dispatch }) => {
    dispatch(deadTurnsApi.util.invalidateTags(['DeadTurn']))
  })

export const {
  useListDeadPromptTurnsQuery,
  useListDeadIntegrationTurnsQuery,
  useReplayDeadPromptTurnsMutation,
  useReplayDeadIntegrationTurnsMutation,
} = deadTurnsApi
