import { companyId, connectionId, messageId } from '@balcao/contracts'
import { column, fixed, generated, tableOf } from '@balcao/platform'

import type { DeliveryReport, DeliveryWebhook } from '../../features/delivery-reports/delivery-report.store'

export const deliveryWebhooks = tableOf<DeliveryWebhook>()('delivery_webhooks', {
  id: generated(column.int('id')),
  companyId: fixed(column.int('company_id', companyId)),
  connectionId: fixed(column.int('connection_id', connectionId)),
  url: column.text('url'),
  sealedSecret: column.text('sealed_secret'),
  createdAt: fixed(column.time('created_at')),
})

export const deliveryReports = tableOf<DeliveryReport>()(
  'delivery_reports',
  {
    id: fixed(column.uuid('id')),
    companyId: fixed(column.int('company_id', companyId)),
    webhookId: fixed(column.int('webhook_id')),
    connectionId: fixed(column.int('connection_id', connectionId)),
    messageId: fixed(column.uuid('message_id', messageId)),
    ack: fixed(column.smallint('ack')),
    failure: fixed(column.text('failure')),
    occurredAt: fixed(column.time('occurred_at')),
    tries: column.int('tries'),
    triedSince: column.time('tried_since'),
  },
  // Compared and written in statements only.
  { unmapped: ['seq', 'next_try_at', 'claimed_until', 'reason', 'dead_at'] },
)
