import { companyId, type DeliveryState, type PublicEventKind, type WebhookState } from '@balcao/contracts'
import { column, entityOf, fixed, generated, orNull, repositoriesOf, tableOf } from '@balcao/platform'

import type { Delivery, Webhook } from '../../features/webhooks/webhook.store'

export const webhooks = entityOf<Webhook>()('webhooks', {
  id: generated(column.int('id')),
  companyId: fixed(column.int('company_id', companyId)),
  url: column.text('url'),
  sealedSecret: column.text('sealed_secret'),
  sealedPrevious: orNull(column.text('sealed_previous')),
  previousUntil: orNull(column.time('previous_until')),
  events: column.jsonb<readonly PublicEventKind[]>('events'),
  queueIds: column.ints('queue_ids', (id) => id),
  connectionIds: column.ints('connection_ids', (id) => id),
  state: column.text<WebhookState>('state'),
  failingSince: orNull(column.time('failing_since')),
  dispatchedSeq: column.bigint('dispatched_seq'),
  createdAt: fixed(column.time('created_at')),
})

interface StoredDelivery extends Delivery {
  /** The ordering key while it waits, else ''. */
  chain: string
  claimedUntil: Date | null
}

export const webhookDeliveries = entityOf<StoredDelivery>()('webhook_deliveries', {
  id: generated(column.bigint('id')),
  companyId: fixed(column.int('company_id', companyId)),
  webhookId: fixed(column.int('webhook_id')),
  eventId: fixed(column.text('event_id')),
  seq: fixed(column.bigint('seq')),
  event: fixed(column.text<PublicEventKind>('event')),
  ticketId: fixed(orNull(column.bigint('ticket_id'))),
  orderingKey: fixed(column.text('ordering_key')),
  chain: column.text('chain'),
  state: column.text<DeliveryState>('state'),
  tries: column.int('tries'),
  triedSince: column.time('tried_since'),
  nextTryAt: column.time('next_try_at'),
  claimedUntil: orNull(column.time('claimed_until')),
  occurredAt: fixed(column.time('occurred_at')),
  triedAt: orNull(column.time('tried_at')),
  status: orNull(column.int('status')),
  durationMs: orNull(column.int('duration_ms')),
  error: column.text('error'),
  answer: column.text('answer'),
})

/** Read for each claim. */
export const webhookDeliveryTable = tableOf(webhookDeliveries)

export const webhookTables = [webhooks, webhookDeliveries]

export const repositoryOf = repositoriesOf(webhookTables)
