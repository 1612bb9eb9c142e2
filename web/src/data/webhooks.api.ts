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
      providesTags: ['Webhook'],
    }),
    createWebhook: build.mutation({
      ...endpoint(webhookRoutes.createWebhook, (body: WebhookForm) => ({ body })),
      invalidatesTags: ['Webhook'],
    }),
    updateWebhook: build.mutation({
      ...endpoint(webhookRoutes.updateWebhook, ({ id, body }: { id: number; body: WebhookForm }) => ({
        ...toPath(id),
        body,
      })),
      invalidatesTags: ['Webhook'],
    }),
    deleteWebhook: build.mutation({
      ...endpoint(webhookRoutes.deleteWebhook, toPath),
      invalidatesTags: ['Webhook'],
    }),
    rotateWebhookSecret: build.mutation({
      ...endpoint(webhookRoutes.rotateWebhookSecret, toPath),
      invalidatesTags: ['Webhook'],
    }),
    testWebhook: build.mutation(endpoint(webhookRoutes.testWebhook, toPath)),
    pauseWebhook: build.mutation({
      ...endpoint(webhookRoutes.pauseWebhook, toPath),
      invalidatesTags: ['Webhook', 'WebhookDelivery'],
    }),
    resumeWebhook: build.mutation({
      ...endpoint(webhookRoutes.resumeWebhook, toPath),
      invalidatesTags: ['Webhook', 'WebhookDelivery'],
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
      providesTags: ['WebhookDelivery'],
    }),
    getDelivery: build.query({
      ...endpoint(
        webhookRoutes.getDelivery,
        ({ webhookId, deliveryId }: { webhookId: number; deliveryId: number }) => ({
          path: { webhookId, deliveryId },
        }),
      ),
      providesTags: ['WebhookDelivery'],
    }),
    replayDeliveries: build.mutation({
      ...endpoint(webhookRoutes.replayDeliveries, ({ id, body }: { id: number; body: Replayed }) => ({
        ...toPath(id),
        body,
      })),
      invalidatesTags: ['Webhook', 'WebhookDelivery'],
    }),
  }),
})

onFeed('webhook', (_event, { dispatch }) => {
  dispatch(webhooksApi.util.invalidateTags(['Webhook']))
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
