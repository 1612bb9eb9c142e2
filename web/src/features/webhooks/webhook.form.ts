import type { PublicEventKind, WebhookView } from '@balcao/contracts'

import type { WebhookForm } from '../../data/webhooks.api'

export interface WebhookValues {
  url: string
  /** Empty lists choose everything. */
  events: PublicEventKind[]
  queueIds: number[]
  connectionIds: number[]
}

export const emptyWebhook: WebhookValues = { url: '', events: [], queueIds: [], connectionIds: [] }

export const toWebhookValues = ({ url, events, queueIds, connectionIds }: WebhookView): WebhookValues => ({
  url,
  events,
  queueIds,
  connectionIds,
})

export const toWebhookBody = ({ url, ...filters }: WebhookValues): WebhookForm => ({
  url: url.trim(),
  ...filters,
})
