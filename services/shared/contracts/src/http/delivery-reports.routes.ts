import type {
  deliveryWebhookBody,
  listDeadReportsQuery,
  replayDeadReportsBody,
} from './delivery-reports.http'
import { type Sent, route } from './route'

/** A URL that is told what became of the messages of the send API. */
export interface DeliveryWebhookView {
  id: number
  url: string
  createdAt: string
  /** Reports that are not posted yet. */
  waiting: number
  /** Reports that were given up. */
  dead: number
}

/** `signingSecret` is answered once, when the webhook is made. */
export type CreatedDeliveryWebhook = DeliveryWebhookView & { signingSecret: string }

/** A report that was given up; kept for a week. */
export interface DeadReportView {
  id: string
  webhookId: number
  messageId: string
  /** 1 accepted, 2 delivered, 3 read, 4 played, -1 failed. */
  ack: number
  /** Why the message failed; '' unless it did. */
  failure: string
  /** Why the last try failed. */
  reason: string
  occurredAt: string
  deadAt: string
}

export const deliveryReportRoutes = {
  listDeliveryWebhooks: route('get', '/whatsapp/:whatsappId/webhooks').with<{
    answer: { webhooks: DeliveryWebhookView[] }
  }>(),
  createDeliveryWebhook: route('post', '/whatsapp/:whatsappId/webhooks').with<{
    body: Sent<typeof deliveryWebhookBody>
    answer: CreatedDeliveryWebhook
  }>(),
  deleteDeliveryWebhook: route('delete', '/whatsapp/:whatsappId/webhooks/:webhookId').with<{
    answer: { message: string }
  }>(),
  listDeadReports: route('get', '/whatsapp/:whatsappId/dead-reports').with<{
    query: Sent<typeof listDeadReportsQuery>
    answer: { reports: DeadReportView[]; count: number; hasMore: boolean }
  }>(),
  replayDeadReports: route('post', '/whatsapp/:whatsappId/dead-reports/replay').with<{
    body: Sent<typeof replayDeadReportsBody>
    answer: { replayed: number }
  }>(),
}
