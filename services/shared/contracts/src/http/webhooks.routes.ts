import type { PublicEvent, PublicEventKind } from '../rules/public-events'
import { type Sent, route } from './route'
import type {
  listDeliveriesQuery,
  listEventsQuery,
  replayDeliveriesBody,
  webhookBody,
  webhookPatchBody,
} from './webhooks.http'

/** `failing`: nothing but failures for a day. `no-plan`: the company's plan has no API; it goes on by itself once it has. */
export const webhookStates = ['enabled', 'paused', 'failing', 'no-plan'] as const
export type WebhookState = (typeof webhookStates)[number]

/** `held`: its webhook is paused. `parked`: given up after three days. */
export const deliveryStates = ['waiting', 'held', 'done', 'parked'] as const
export type DeliveryState = (typeof deliveryStates)[number]

export interface WebhookView {
  id: number
  url: string
  state: WebhookState
  /** Empty: all. */
  events: PublicEventKind[]
  /** Of events of tickets. Empty: all queues, and tickets without one. */
  queueIds: number[]
  /** Of events of tickets and connections. Empty: all. */
  connectionIds: number[]
  createdAt: string
  /** Until then calls are signed with the secret before the last one, too. */
  previousSecretUntil: string | null
  /** Since when every call has failed. */
  failingSince: string | null
  waiting: number
  parked: number
  /** How long the oldest event that is not delivered has waited; 0 when none has. */
  lagSeconds: number
}

/** `signingSecret` is answered once, when it is made. */
export type CreatedWebhook = WebhookView & { signingSecret: string }

export interface DeliveryView {
  id: number
  /** The receiver's event id: equal in all tries. */
  eventId: string
  sequence: number
  event: PublicEventKind
  ticketId: number | null
  state: DeliveryState
  tries: number
  /** HTTP status of the last try; null when there was no answer, or no try. */
  status: number | null
  /** How long the last try took. */
  durationMs: number | null
  occurredAt: string
  triedAt: string | null
  nextTryAt: string | null
}

/** One delivery with what is sent and what came back. */
export interface DeliveryDetailView extends DeliveryView {
  /** The body as it would be sent now; null once the event is erased or older than the feed. */
  request: PublicEvent | null
  /** Why the last try failed; '' unless it did. */
  error: string
  /** The beginning of the last answer. */
  answer: string
}

/** What became of a call that was made at once. */
export interface WebhookTestView {
  status: number | null
  durationMs: number
  error: string
  answer: string
}

export interface EventsAnswer {
  events: PublicEvent[]
  /** The cursor of the next call: it counts for as long as the feed is kept, seven days. */
  nextAfter: number
  hasMore: boolean
}

export const webhookRoutes = {
  listWebhooks: route('get', '/webhooks').with<{ answer: { webhooks: WebhookView[] } }>(),
  createWebhook: route('post', '/webhooks').with<{
    body: Sent<typeof webhookBody>
    answer: CreatedWebhook
  }>(),
  updateWebhook: route('put', '/webhooks/:webhookId').with<{
    body: Sent<typeof webhookPatchBody>
    answer: WebhookView
  }>(),
  deleteWebhook: route('delete', '/webhooks/:webhookId').with<{ answer: { message: string } }>(),
  rotateWebhookSecret: route('post', '/webhooks/:webhookId/secret').with<{ answer: CreatedWebhook }>(),
  testWebhook: route('post', '/webhooks/:webhookId/test').with<{ answer: WebhookTestView }>(),
  pauseWebhook: route('post', '/webhooks/:webhookId/pause').with<{ answer: WebhookView }>(),
  resumeWebhook: route('post', '/webhooks/:webhookId/resume').with<{ answer: WebhookView }>(),
  listDeliveries: route('get', '/webhooks/:webhookId/deliveries').with<{
    query: Sent<typeof listDeliveriesQuery>
    answer: { deliveries: DeliveryView[]; hasMore: boolean }
  }>(),
  getDelivery: route('get', '/webhooks/:webhookId/deliveries/:deliveryId').with<{
    answer: DeliveryDetailView
  }>(),
  replayDeliveries: route('post', '/webhooks/:webhookId/replay').with<{
    body: Sent<typeof replayDeliveriesBody>
    answer: { replayed: number }
  }>(),
  listEvents: route('get', '/events').with<{
    query: Sent<typeof listEventsQuery>
    answer: EventsAnswer
  }>(),
}
