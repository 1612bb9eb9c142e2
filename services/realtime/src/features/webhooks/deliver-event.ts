import type { PublicEvent } from '@balcao/contracts'
import { deskEvent, orderingKeys, type SignMedia } from '@balcao/contracts/wire'
import { nextWebhookTry, type Ids, type Pause, type Tx, type WebhookOutcome } from '@balcao/kernel'

import { recordWhen, type FeedDeps } from '../fanout'
import { describeRow, type DispatchDeps } from './dispatch-events'
import { postEvent, type PostDeps } from './post-event'
import { buildPublicEvent } from './public-events'
import { hasFailedForLong, type Delivery, type Webhook } from './webhook'

export interface DeliverDeps
  extends DispatchDeps, PostDeps, Pick<FeedDeps, 'broadcast' | 'sign' | 'companyMutex'> {
  ids: Ids
  pause: Pause
  /** Signs links for programs, which count for an hour. */
  signForProgram: SignMedia
  onDelivered(webhook: Webhook, posted: WebhookOutcome, isParked: boolean): void
  onPaused(webhook: Webhook): void
}

/** The body of a delivery, from its feed row; undefined once that is erased or dropped. */
export async function readBody(
  { feed, signForProgram: sign }: Pick<DeliverDeps, 'feed' | 'signForProgram'>,
  tx: Tx,
  { companyId, seq: sequence, event: kind }: Delivery,
): Promise<PublicEvent | undefined> {
  const [row] = await feed.listAfter(tx, companyId, sequence - 1, 1)
  const found =
    row?.seq === sequence ? describeRow(row).find(({ described }) => described.kind === kind) : undefined
  return found && buildPublicEvent(found.event, found.described, { sequence, sign })
}

async function handleFailure(
  deps: DeliverDeps,
  { webhook, delivery, posted }: { webhook: Webhook; delivery: Delivery; posted: WebhookOutcome },
): Promise<void> {
  const now = deps.clock.now()
  const next = posted.mayRetry ? nextWebhookTry(delivery, now) : undefined
  const { status, durationMs, error, answer } = posted
  const result = { status, durationMs, error, answer }
  await deps.db.withTenant(webhook.companyId, async (tx) => {
    // Before deliveries, as everywhere: several of its deliveries fail at once.
    const current = await deps.webhooks.lock(tx, webhook.companyId, webhook.id)
    // Its deliveries went with it.
    if (!current) return
    if (next) await deps.webhooks.postpone(tx, delivery, result, { now, next })
    else await deps.webhooks.park(tx, delivery, result, now)
    // Its other deliveries would each wait for the whole timeout, too.
    if (next && status === null) await deps.webhooks.postponeAll(tx, webhook, next)
    if (!current.failingSince) await deps.webhooks.update(tx, webhook, { failingSince: now })
  })
  deps.onDelivered(webhook, posted, !next)
  if (!hasFailedForLong(webhook, now)) return
  const { id, companyId, url } = webhook
  const told = deskEvent(deps, orderingKeys.webhook(companyId, id), 'webhookPaused', { webhookId: id, url })
  await recordWhen(deps, told, (tx) => deps.webhooks.pause(tx, webhook, 'failing'))
  deps.onPaused(webhook)
}

/**
 * Posts a claimed delivery and marks it once the receiver has taken it. After a kill in between it is posted again under the same id.
 */
export async function deliverEvent(deps: DeliverDeps, delivery: Delivery): Promise<void> {
  const { companyId, webhookId } = delivery
  const read = await deps.db.withTenant(companyId, async (tx) => {
    const webhook = await deps.webhooks.find(tx, companyId, webhookId)
    // Its deliveries went with it.
    if (!webhook) return undefined
    if (webhook.state !== 'enabled') return void (await deps.webhooks.hold(tx, delivery))
    const event = await readBody(deps, tx, delivery)
    if (!event) return void (await deps.webhooks.drop(tx, delivery))
    return { webhook, event }
  })
  if (!read) return
  const { webhook, event } = read
  const posted = await postEvent(deps, webhook, { id: delivery.eventId, event })
  if (posted.error !== '') return handleFailure(deps, { webhook, delivery, posted })
  const { status, durationMs, error, answer } = posted
  await deps.db.withTenant(companyId, async (tx) => {
    if (webhook.failingSince) await deps.webhooks.update(tx, webhook, { failingSince: null })
    await deps.webhooks.finish(tx, delivery, { status, durationMs, error, answer }, deps.clock.now())
  })
  deps.onDelivered(webhook, posted, false)
}
