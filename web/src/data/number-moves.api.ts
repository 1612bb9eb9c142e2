import { numberMoveRoutes, type BodyOf, type moveNumber } from '@balcao/contracts'

import { api } from './api'
import { endpoint } from './request'

const toPath = (whatsappId: number) => ({ path: { whatsappId } })

export type NumberMoveBody = BodyOf<typeof moveNumber>

export const numberMovesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** What would change. No event tells of it: read again each time. */
    getNumberMove: build.query({
      ...endpoint(numberMoveRoutes.getNumberMove, toPath),
      keepUnusedDataFor: 0,
    }),
    moveNumber: build.mutation({
      ...endpoint(numberMoveRoutes.moveNumber, ({ id, body }: { id: number; body: NumberMoveBody }) => ({
        ...toPath(id),
        body,
      })),
      invalidatesTags: ['connections'],
    }),
  }),
})

export const { useGetNumberMoveQuery, useMoveNumberMutation } = numberMovesApi
