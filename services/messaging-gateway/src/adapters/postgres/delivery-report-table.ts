import { companyId, connectionId, messageId } from '@balcao/contracts'
import { column, entityOf, fixed, generated, orNull, tableOf } from '@balcao/platform'

import type { DeliveryReport, DeliveryWebhook } from '../../features/delivery-reports/delivery-report.store'

export const deliveryWebhooks = entityOf<DeliveryWebhook>()('delivery_webhooks', {
  id: generated(column.int('id')),
  companyId: fixed(column.int('company_id', companyId)),
  connectionId: fixed(column.int('connection_id', connectionId)),
  url: column.text('url'),
  sealedSecret: column.text('sealed_secret'),
  createdAt: fixed(column.time('created_at')),
})

/** Read for every state of a message of the send API. */
export const deliveryWebhookTable = tableOf(deliveryWebhooks)

interface StoredReport extends DeliveryReport {
  /** The order in which they were recorded. */
  seq: number
  nextTryAt: Date
  claimedUntil: Date | null
  /** Why the last try failed. */
  reason: string
  deadAt: Date | null
}

export const deliveryReports = entityOf<StoredReport>()('delivery_reports', {
  id: fixed(column.uuid('id')),
  seq: generated(column.bigint('seq')),
  companyId: fixed(column.int('company_id', companyId)),
  webhookId: fixed(column.int('webhook_id')),
  connectionId: fixed(column.int('connection_id', connectionId)),
  messageId: fixed(column.uuid('message_id', messageId)),
  ack: fixed(column.smallint('ack')),
  failure: fixed(column.text('failure')),
  occurredAt: fixed(column.time('occurred_at')),
  tries: column.int('tries'),
  triedSince: column.time('tried_since'),
  nextTryAt: column.time('next_try_at'),
  claimedUntil: orNull(column.time('claimed_until')),
  reason: column.text('reason'),
  deadAt: orNull(column.time('dead_at')),
})

/** Written for every state of a message of the send API, and claimed. */
export const deliveryReportTable = tableOf(deliveryReports)
