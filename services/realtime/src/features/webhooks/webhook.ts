import type { CompanyId, DeliveryState, PublicEventKind, WebhookState } from '@balcao/contracts'
import { DAY } from '@balcao/kernel'

import type { DescribedEvent } from './public-events'

/** A URL of a company that is posted the company's events. */
export interface Webhook {
  id: number
  companyId: CompanyId
  url: string
  sealedSecret: string
  /** The secret before the last rotation, which signs beside it until `previousUntil`. */
  sealedPrevious: string | null
  previousUntil: Date | null
  /** Empty lists choose everything. */
  events: readonly PublicEventKind[]
  queueIds: readonly number[]
  connectionIds: readonly number[]
  state: WebhookState
  failingSince: Date | null
  /** Events of the feed up to here have their deliveries. */
  dispatchedSeq: number
  createdAt: Date
}

/** One event for one webhook. */
export interface Delivery {
  /** Rises in the order of the feed, except for what is replayed. */
  id: number
  companyId: CompanyId
  webhookId: number
  eventId: string
  seq: number
  event: PublicEventKind
  ticketId: number | null
  /** What must keep its order: a ticket, contact or connection. */
  orderingKey: string
  state: DeliveryState
  tries: number
  /** The beginning of its 72 hours. */
  triedSince: Date
  nextTryAt: Date
  occurredAt: Date
  triedAt: Date | null
  /** HTTP status of the last try; null without an answer. */
  status: number | null
  durationMs: number | null
  /** Why the last try failed; '' unless it did. */
  error: string
  /** The beginning of the last answer. */
  answer: string
}

export const MOST_WEBHOOKS = 10
/** Deliveries that wait for one webhook; the feed has what comes after them. */
export const MOST_WAITING = 10_000
/** How long the secret before the last one signs. */
export const PREVIOUS_SECRET_MS = DAY

const PAUSED_AFTER_MS = DAY

/** Whether a webhook that failed just now has had nothing but failures for a day. */
export const hasFailedForLong = ({ failingSince }: Pick<Webhook, 'failingSince'>, now: Date): boolean =>
  failingSince !== null && now.getTime() - failingSince.getTime() >= PAUSED_AFTER_MS

type Filters = Pick<Webhook, 'events' | 'queueIds' | 'connectionIds'>

/** Whether the webhook wants an event: a filter does not count for an event that has no queue or connection to compare. */
export const choosesEvent = (
  { events, queueIds, connectionIds }: Filters,
  { kind, queueId, connectionId }: Pick<DescribedEvent, 'kind' | 'queueId' | 'connectionId'>,
): boolean =>
  (events.length === 0 || events.includes(kind)) &&
  (queueIds.length === 0 || queueId === undefined || (queueId !== null && queueIds.includes(queueId))) &&
  (connectionIds.length === 0 || connectionId === undefined || connectionIds.includes(connectionId))

export const sealPurpose = (companyId: CompanyId): string => `webhook ${companyId}`
