import type { CompanyId, DeliveryState, WebhookState } from '@balcao/contracts'
import type { ClaimStore, Tx } from '@balcao/kernel'

import type { Delivery, Webhook } from './webhook'

export type { Delivery, Webhook }

export type NewDelivery = Pick<
  Delivery,
  'companyId' | 'webhookId' | 'eventId' | 'seq' | 'event' | 'ticketId' | 'orderingKey' | 'occurredAt'
>

export interface DeliveryCounts {
  waiting: number
  parked: number
  /** Of the oldest that waits or is held. */
  oldestAt: Date | null
}

/** What a try came to. */
export type TryResult = Pick<Delivery, 'status' | 'durationMs' | 'error' | 'answer'>

/** What is replayed: one delivery, or all that are parked. */
export interface ReplayRequest {
  webhookId: number
  deliveryId?: number | undefined
  now: Date
}

/** Webhooks and their deliveries. Rows of another company are not found. */
export interface WebhookStore extends ClaimStore<Delivery> {
  /** Oldest first. */
  list(tx: Tx, companyId: CompanyId): Promise<Webhook[]>
  find(tx: Tx, companyId: CompanyId, id: number): Promise<Webhook | undefined>
  lock(tx: Tx, companyId: CompanyId, id: number): Promise<Webhook | undefined>
  /** Two that are made at once wait for each other. */
  lockCompany(tx: Tx, companyId: CompanyId): void
  insert(tx: Tx, webhook: Omit<Webhook, 'id'>): Promise<Webhook>
  update(tx: Tx, webhook: Webhook, changes: Partial<Omit<Webhook, 'id' | 'companyId'>>): Promise<void>
  /** With its deliveries. False when there is none. */
  delete(tx: Tx, companyId: CompanyId, id: number): Promise<boolean>
  /** Sets the state of an enabled webhook and holds what waits; false when it is not enabled. */
  pause(tx: Tx, webhook: Webhook, state: Exclude<WebhookState, 'enabled'>): Promise<boolean>
  /** Enables it; what was held waits from `now`, anew, for 72 hours. */
  resume(tx: Tx, webhook: Webhook, now: Date): Promise<void>
  count(tx: Tx, companyId: CompanyId): Promise<ReadonlyMap<number, DeliveryCounts>>
  /** Companies with webhooks that are enabled, and those with some that wait for a plan. Platform scope. */
  listCompanies(tx: Tx): Promise<Pick<Webhook, 'companyId' | 'state'>[]>
  /** Webhooks whose company's feed has grown. Platform scope. */
  listBehind(tx: Tx): Promise<Pick<Webhook, 'companyId' | 'id'>[]>
  /** How many wait, up to `most`. */
  countWaiting(tx: Tx, webhook: Webhook, most: number): Promise<number>
  /** In this order. Those that are known wait again. */
  insertDeliveries(tx: Tx, deliveries: readonly NewDelivery[], now: Date): Promise<void>
  finish(tx: Tx, delivery: Delivery, result: TryResult, now: Date): Promise<void>
  park(tx: Tx, delivery: Delivery, result: TryResult, now: Date): Promise<void>
  postpone(tx: Tx, delivery: Delivery, result: TryResult, at: { now: Date; next: Date }): Promise<void>
  /** A receiver that did not answer: all that waits for it waits until then, but what another transaction holds. */
  postponeAll(tx: Tx, webhook: Webhook, next: Date): Promise<void>
  /** A claimed delivery whose webhook was paused meanwhile. */
  hold(tx: Tx, delivery: Delivery): Promise<void>
  drop(tx: Tx, delivery: Delivery): Promise<void>
  page(
    tx: Tx,
    companyId: CompanyId,
    which: {
      webhookId: number
      state?: DeliveryState | undefined
      before?: number | undefined
      limit: number
    },
  ): Promise<Delivery[]>
  findDelivery(tx: Tx, companyId: CompanyId, webhookId: number, id: number): Promise<Delivery | undefined>
  /** How many wait again. */
  replay(tx: Tx, companyId: CompanyId, request: ReplayRequest): Promise<number>
  /**
   * Deletes some of what occurred before `before`, and some finished deliveries of each webhook but the newest `kept`; false when there
   * may be further ones. Platform scope.
   */
  sweep(tx: Tx, before: Date, kept: number): Promise<boolean>
}
