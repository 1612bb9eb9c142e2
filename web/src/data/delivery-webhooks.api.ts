import { deliveryReportRoutes } from '@balcao/contracts'

import { api } from './api'
import { endpoint } from './request'

const toPath = (whatsappId: number) => ({ path: { whatsappId } })

export const deliveryWebhooksApi = api.injectEndpoints({
  endpoints: (build) => ({
    listDeliveryWebhooks: build.query({
      ...endpoint(deliveryReportRoutes.listDeliveryWebhooks, toPath),
      providesTags: ['delivery-webhooks'],
    }),
    createDeliveryWebhook: build.mutation({
      ...endpoint(
        deliveryReportRoutes.createDeliveryWebhook,
        ({ connectionId, url }: { connectionId: number; url: string }) => ({
          ...toPath(connectionId),
          body: { url },
        }),
      ),
      invalidatesTags: ['delivery-webhooks'],
    }),
    deleteDeliveryWebhook: build.mutation({
      ...endpoint(
        deliveryReportRoutes.deleteDeliveryWebhook,
        ({ connectionId, webhookId }: { connectionId: number; webhookId: number }) => ({
          path: { whatsappId: connectionId, webhookId },
        }),
      ),
      invalidatesTags: ['delivery-webhooks'],
    }),
    /** The newest 20 reports that were given up. */
    listDeadReports: build.query({
      ...endpoint(deliveryReportRoutes.listDeadReports, (whatsappId: number) => ({
        ...toPath(whatsappId),
        query: {},
      })),
      providesTags: ['delivery-webhooks'],
    }),
    /** One report, or all of the connection. */
    replayDeadReports: build.mutation({
      ...endpoint(
        deliveryReportRoutes.replayDeadReports,
        ({ connectionId, id }: { connectionId: number; id?: string }) => ({
          ...toPath(connectionId),
          body: id === undefined ? {} : { id },
        }),
      ),
      invalidatesTags: ['delivery-webhooks'],
    }),
  }),
})

export const {
  useListDeliveryWebhooksQuery,
  useCreateDeliveryWebhookMutation,
  useDeleteDeliveryWebhookMutation,
  useListDeadReportsQuery,
  useReplayDeadReportsMutation,
} = deliveryWebhooksApi
