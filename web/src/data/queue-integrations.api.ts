import {
  queueIntegrationRoutes,
  type Answer,
  type SentBody,
  type QueueIntegrationSort,
} from '@balcao/contracts'

import { api } from './api'
import { onFeed } from './live/handlers'
import { numberedPages, toSortedPage, type SortedList } from './pages'
import { endpoint } from './request'

export type IntegrationForm = SentBody<typeof queueIntegrationRoutes.createQueueIntegration>
export type IntegrationPatch = SentBody<typeof queueIntegrationRoutes.updateQueueIntegration>
export type TestSession = SentBody<typeof queueIntegrationRoutes.testSession>
type IntegrationsPage = Answer<typeof queueIntegrationRoutes.listQueueIntegrations>

const toPath = (integrationId: number) => ({ path: { integrationId } })

export const queueIntegrationsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Pages of what the words match, newest first unless sorted. */
    listIntegrations: build.infiniteQuery<IntegrationsPage, SortedList<QueueIntegrationSort>, number>({
      ...endpoint(
        queueIntegrationRoutes.listQueueIntegrations,
        toSortedPage<SortedList<QueueIntegrationSort>>,
      ),
      infiniteQueryOptions: numberedPages,
      providesTags: ['queue-integrations'],
    }),
    createIntegration: build.mutation({
      ...endpoint(queueIntegrationRoutes.createQueueIntegration, (body: IntegrationForm) => ({ body })),
      invalidatesTags: ['queue-integrations'],
    }),
    updateIntegration: build.mutation({
      ...endpoint(
        queueIntegrationRoutes.updateQueueIntegration,
        ({ id, body }: { id: number; body: IntegrationPatch }) => ({ ...toPath(id), body }),
      ),
      invalidatesTags: ['queue-integrations'],
    }),
    deleteIntegration: build.mutation({
      ...endpoint(queueIntegrationRoutes.deleteQueueIntegration, toPath),
      invalidatesTags: ['queue-integrations'],
    }),
    testIntegration: build.mutation(
      endpoint(queueIntegrationRoutes.testSession, (body: TestSession) => ({ body })),
    ),
  }),
})

/** The open pages are read again: an event may move rows between pages. */
onFeed('queueIntegration', (_event, { dispatch }) => {
  dispatch(queueIntegrationsApi.util.invalidateTags(['queue-integrations']))
})

export const {
  useListIntegrationsInfiniteQuery,
  useCreateIntegrationMutation,
  useUpdateIntegrationMutation,
  useDeleteIntegrationMutation,
  useTestIntegrationMutation,
} = queueIntegrationsApi
