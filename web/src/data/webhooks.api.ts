import { webhookRoutes, type Answer, type DeliveryState, type SentBody } from '@balcao/contracts'

import { api } from './api'
import { onFeed } from './live/handlers'
import type { PageAsked } from './pages'
import { endpoint } from './request'

export type WebhookForm = SentBody<typeof webhookRoutes.createWebhook>
export type Replayed = SentBody<typeof webhookRoutes.replayDeliveries>
type DeliveriesPage = Answer<typeof webhookRoutes.listDeliveries>

/** Deliveries of a webhook, in one state or all. */
export interface DeliveriesOf {
  webhookId: number
  state: DeliveryState | undefined
}

const toPath = (webhookId: number) => ({ path: { webhookId } })

export const webhooksApi = api.injectEndpoints({
  endpoints: (build) => ({
    listWebhooks: build.query({
      ...endpoint(webhookRoutes.listWebhooks),
      providesTags: ['webhooks'],
    }),
    createWebhook: build.mutation({
      ...endpoint(webhookRoutes.createWebhook, (body: WebhookForm) => ({ body })),
      invalidatesTags: ['webhooks'],
    }),
    updateWebhook: build.mutation({
      ...endpoint(webhookRoutes.updateWebhook, ({ id, body }: { id: number; body: WebhookForm }) => ({
        ...toPath(id),
        body,
      })),
      invalidatesTags: ['webhooks'],
    }),
    deleteWebhook: build.mutation({
      ...endpoint(webhookRoutes.deleteWebhook, toPath),
      invalidatesTags: ['webhooks'],
    }),
    rotateWebhookSecret: build.mutation({
      ...endpoint(webhookRoutes.rotateWebhookSecret, toPath),
      invalidatesTags: ['webhooks'],
    }),
    testWebhook: build.mutation(endpoint(webhookRoutes.testWebhook, toPath)),
    pauseWebhook: build.mutation({
      ...endpoint(webhookRoutes.pauseWebhook, toPath),
      invalidatesTags: ['webhooks', 'webhook-deliveries'],
    }),
    resumeWebhook: build.mutation({
      ...endpoint(webhookRoutes.resumeWebhook, toPath),
      invalidatesTags: ['webhooks', 'webhook-deliveries'],
    }),
    /** Pages, newest first; a page begins below the last delivery of the one before. */
    listDeliveries: build.infiniteQuery<DeliveriesPage, DeliveriesOf, number | undefined>({
      ...endpoint(
        webhookRoutes.listDeliveries,
        ({ queryArg: { webhookId, state }, pageParam }: PageAsked<DeliveriesOf, number | undefined>) => ({
          ...toPath(webhookId),
          query: { ...(state && { state }), ...(pageParam !== undefined && { before: pageParam }) },
        }),
      ),
      infiniteQueryOptions: {
        initialPageParam: undefined,
        getNextPageParam: ({ deliveries, hasMore }) => (hasMore ? deliveries.at(-1)?.id : undefined),
      },
      providesTags: ['webhook-deliveries'],
    }),
    getDelivery: build.query({
      ...endpoint(
        webhookRoutes.getDelivery,
        ({ webhookId, deliveryId }: { webhookId: number; deliveryId: number }) => ({
          path: { webhookId, deliveryId },
        }),
      ),
      providesTags: ['webhook-deliveries'],
    }),
    replayDeliveries: build.mutation({
      ...endpoint(webhookRoutes.replayDeliveries, ({ id, body }: { id: number; body: Replayed }) => ({
        ...toPath(id),
        body,
      })),
      invalidatesTags: ['webhooks', 'webhook-deliveries'],
    }),
  }),
})

onFeed('webhook', (_event, { dispatch }) => {
  dispatch(webhooksApi.util.invalidateTags(['webhooks']))
})

export const {
  useListWebhooksQuery,
  useCreateWebhookMutation,
  useUpdateWebhookMutation,
  useDeleteWebhookMutation,
  useRotateWebhookSecretMutation,
  useTestWebhookMutation,
  usePauseWebhookMutation,
  useResumeWebhookMutation,
  useListDeliveriesInfiniteQuery,
  useGetDeliveryQuery,
  useReplayDeliveriesMutation,
} = webhooksApi
