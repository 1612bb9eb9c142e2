import type { CompanyId } from '@balcao/contracts'
import type { Database, ServicePorts, Tx } from '@balcao/kernel'

import type { FeedRow, FeedStore } from '../fanout'
import { describePublicEvents } from './public-events'
import { choosesEvent, MOST_WAITING, type Webhook } from './webhook'
import type { NewDelivery, WebhookStore } from './webhook.store'

export interface DispatchDeps extends Pick<ServicePorts, 'clock'> {
  db: Database
  feed: FeedStore
  webhooks: WebhookStore
}

const ROWS_AT_ONCE = 500

/** The public events of a feed row; none for an erased one, and for the row of those who lose sight of a ticket. */
export const describeRow = ({ part, event }: FeedRow) =>
  part === 'main' && event ? describePublicEvents(event).map((described) => ({ event, described })) : []

/** The deliveries of feed rows that a webhook chooses, in the order of the feed. */
export const chooseDeliveries = (webhook: Webhook, rows: readonly FeedRow[]): NewDelivery[] =>
  rows.flatMap((row) =>
    describeRow(row)
      .filter(({ described }) => choosesEvent(webhook, described))
      .map(({ event, described }) => ({
        companyId: webhook.companyId,
        webhookId: webhook.id,
        eventId: described.id,
        seq: row.seq,
        event: described.kind,
        ticketId: described.ticketId ?? null,
        orderingKey: event.orderingKey,
        occurredAt: event.occurredAt,
      })),
  )

/* A page of the feed, with the webhook's position in one transaction; false once there is no more to do. */
async function dispatchPage(deps: DispatchDeps, tx: Tx, companyId: CompanyId, id: number): Promise<boolean> {
  const webhook = await deps.webhooks.lock(tx, companyId, id)
  if (webhook?.state !== 'enabled') return false
  if ((await deps.webhooks.countWaiting(tx, webhook, MOST_WAITING)) >= MOST_WAITING) return false
  const rows = await deps.feed.listAfter(tx, companyId, webhook.dispatchedSeq, ROWS_AT_ONCE)
  const last = rows.at(-1)
  if (!last) return false
  await deps.webhooks.insertDeliveries(tx, chooseDeliveries(webhook, rows), deps.clock.now())
  await deps.webhooks.update(tx, webhook, { dispatchedSeq: last.seq })
  return rows.length === ROWS_AT_ONCE
}

/**
 * Writes the deliveries of what the feeds have since each webhook's position, once. A feed's rows become visible in the order of
 * `seq`, so a position passes over none. @throws {AggregateError} of the webhooks that failed.
 */
export async function dispatchEvents(deps: DispatchDeps, signal: AbortSignal): Promise<void> {
  // Platform scope: webhooks of every company.
  const behind = await deps.db.asPlatform((tx) => deps.webhooks.listBehind(tx))
  const failures: unknown[] = []
  for (const { companyId, id } of behind) {
    try {
      let hasMore = true
      while (hasMore && !signal.aborted)
        hasMore = await deps.db.withTenant(companyId, (tx) => dispatchPage(deps, tx, companyId, id))
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'webhooks that were not dispatched')
}
