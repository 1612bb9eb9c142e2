import { publicEventKinds } from '../rules/public-events'
import { endpoint } from './endpoint'
import {
  array,
  idField,
  idText,
  ignored,
  literals,
  number,
  numberCursor,
  object,
  string,
  text,
} from './fields'
import { deliveryStates, webhookRoutes } from './webhooks.routes'

const checks = { access: 'admin', plan: 'useExternalApi', tag: 'webhooks' } as const
/* What a company made while its plan had the API can be seen and deleted after that. */
const withoutPlan = { access: 'admin', tag: 'webhooks' } as const
const ofWebhook = { ...checks, params: object({ webhookId: idText().required() }) } as const

const MOST_FILTERS = 200

const fields = {
  url: text(2_000).trim().min(1, literals.required),
  events: array(string().oneOf(publicEventKinds).required()).max(publicEventKinds.length),
  queueIds: array(idField().required()).max(MOST_FILTERS),
  connectionIds: array(idField().required()).max(MOST_FILTERS),
}

export const webhookBody = object({
  url: fields.url.required(literals.required),
  events: fields.events.default([]),
  queueIds: fields.queueIds.default([]),
  connectionIds: fields.connectionIds.default([]),
})

/** Absent fields stay as they are. */
export const webhookPatchBody = object({
  ...fields,
  id: ignored(),
  state: ignored(),
  createdAt: ignored(),
  previousSecretUntil: ignored(),
  failingSince: ignored(),
  waiting: ignored(),
  parked: ignored(),
  lagSeconds: ignored(),
})

export const listWebhooks = endpoint(webhookRoutes.listWebhooks, {
  ...withoutPlan,
  summary: "The company's webhooks, oldest first, with what waits for each.",
})

export const createWebhook = endpoint(webhookRoutes.createWebhook, {
  ...checks,
  body: webhookBody,
  summary:
    'A URL that is posted the company’s events from now on: `{"id", "sequence", "event", "occurredAt", "companyId", "ticketId", "data"}`, `data` being the ticket, message, contact or connection as the API answers it; links to files count for an hour. `events`, `queueIds` and `connectionIds` choose; empty lists choose all. `balcao-signature` is `t={seconds},v1={hex HMAC-SHA256 of "{t}.{body}"}` with the secret that is answered here only, and has a second `v1` for a day after the secret was rotated; `balcao-delivery` is the `id`. Events of a ticket come in the order of `sequence`, at least once, and are repeated for 72 hours until a 2xx answer within ten seconds.',
  errors: ['ERR_URL_NOT_ALLOWED', 'ERR_QUEUE_NOT_FOUND', 'ERR_NO_WAPP_FOUND', 'ERR_WEBHOOK_LIMIT'],
})

export const updateWebhook = endpoint(webhookRoutes.updateWebhook, {
  ...ofWebhook,
  body: webhookPatchBody,
  summary: 'Changes address and filters, for events from now on; absent fields stay.',
  errors: ['ERR_NO_WEBHOOK_FOUND', 'ERR_URL_NOT_ALLOWED', 'ERR_QUEUE_NOT_FOUND', 'ERR_NO_WAPP_FOUND'],
})

export const deleteWebhook = endpoint(webhookRoutes.deleteWebhook, {
  ...withoutPlan,
  params: ofWebhook.params,
  summary: 'Deletes a webhook with its deliveries.',
  errors: ['ERR_NO_WEBHOOK_FOUND'],
})

export const rotateWebhookSecret = endpoint(webhookRoutes.rotateWebhookSecret, {
  ...ofWebhook,
  summary: 'A new signing secret, answered here only. The one before signs beside it for a day.',
  errors: ['ERR_NO_WEBHOOK_FOUND'],
})

export const testWebhook = endpoint(webhookRoutes.testWebhook, {
  ...ofWebhook,
  rate: 'integration-test',
  summary: 'Posts an event `test` at once, signed as the others, and answers what came back.',
  errors: ['ERR_NO_WEBHOOK_FOUND'],
})

export const pauseWebhook = endpoint(webhookRoutes.pauseWebhook, {
  ...ofWebhook,
  summary: 'Calls the webhook no more; events of the last seven days follow when it is resumed.',
  errors: ['ERR_NO_WEBHOOK_FOUND'],
})

export const resumeWebhook = endpoint(webhookRoutes.resumeWebhook, {
  ...ofWebhook,
  summary: 'Calls a paused webhook again, for 72 hours more.',
  errors: ['ERR_NO_WEBHOOK_FOUND'],
})

export const listDeliveriesQuery = object({
  state: string().oneOf(deliveryStates),
  /** Deliveries below this id: the last one of the page before. */
  before: numberCursor(),
})

export const listDeliveries = endpoint(webhookRoutes.listDeliveries, {
  ...ofWebhook,
  query: listDeliveriesQuery,
  summary:
    'Deliveries of the last seven days, newest first, 20 a page; of those that were taken, the newest thousand.',
  errors: ['ERR_NO_WEBHOOK_FOUND'],
})

export const getDelivery = endpoint(webhookRoutes.getDelivery, {
  ...checks,
  params: object({
    webhookId: idText().required(),
    deliveryId: numberCursor().required(),
  }),
  summary: 'One delivery with its request and its last answer.',
  errors: ['ERR_NO_WEBHOOK_FOUND', 'ERR_NO_EVENT_FOUND'],
})

const sequence = () => number().strict(true).integer().min(0).max(Number.MAX_SAFE_INTEGER)

export const replayDeliveriesBody = object({
  /** One delivery. */
  deliveryId: sequence(),
  /** Events of these sequences that the webhook chooses, sent before or not; at most 5,000 sequences at once. */
  fromSequence: sequence(),
  toSequence: sequence(),
})

export const replayDeliveries = endpoint(webhookRoutes.replayDeliveries, {
  ...ofWebhook,
  body: replayDeliveriesBody,
  summary:
    'Posts events again, for 72 hours more: one delivery, a range of sequences, or, without either, all that are parked. A receiver knows them by their `id`.',
  errors: ['ERR_NO_WEBHOOK_FOUND', 'ERR_NO_EVENT_FOUND'],
})

export const MOST_EVENTS = 500

export const listEventsQuery = object({
  after: numberCursor().required(),
  limit: number()
    .transform((_value, original) => (/^\d{1,9}$/.test(String(original)) ? Number(original) : NaN))
    .integer()
    .min(1)
    .max(MOST_EVENTS)
    .default(100),
})

export const listEvents = endpoint(webhookRoutes.listEvents, {
  ...checks,
  query: listEventsQuery,
  summary:
    "The company's events after a sequence, as webhooks are posted them, for programs that cannot be called: begin with `after=0`, or with any `sequence`, and go on with `nextAfter`. A sequence older than seven days is answered 410.",
  errors: ['ERR_EVENTS_GONE'],
})
