import { connectionId, type CompanyId, type DeliveryState } from '@balcao/contracts'
import { AppError, PAGE_SIZES, type RpcClients, type Session, type Tx } from '@balcao/kernel'

import { chooseDeliveries } from './dispatch-events'
import { readBody, type DeliverDeps } from './deliver-event'
import { postEvent } from './post-event'
import { MOST_WEBHOOKS, PREVIOUS_SECRET_MS, sealPurpose, type Delivery, type Webhook } from './webhook'
import type { DeliveryCounts } from './webhook.store'

export interface WebhookDeps extends Omit<DeliverDeps, 'onDelivered' | 'onPaused' | 'pause'> {
  rpc: Pick<RpcClients, 'tickets' | 'messaging'>
  /** Tells the jobs that deliveries may be due. */
  noteWork(): void
}

export interface CountedWebhook {
  webhook: Webhook
  counts: DeliveryCounts
}

type Filters = Pick<Webhook, 'url' | 'events' | 'queueIds' | 'connectionIds'>

const SECRET_BYTES = 32
const MOST_SEQUENCES = 5_000
const NONE: DeliveryCounts = { waiting: 0, parked: 0, oldestAt: null }

/* A transaction with the company's webhook locked. @throws {AppError} ERR_NO_WEBHOOK_FOUND */
const withWebhook = <T>(
  deps: WebhookDeps,
  companyId: CompanyId,
  id: number,
  work: (tx: Tx, webhook: Webhook) => Promise<T>,
): Promise<T> =>
  deps.db.withTenant(companyId, async (tx) => {
    const webhook = await deps.webhooks.lock(tx, companyId, id)
    if (!webhook) throw new AppError('ERR_NO_WEBHOOK_FOUND')
    return work(tx, webhook)
  })

/* Not locked: for what only reads. @throws {AppError} ERR_NO_WEBHOOK_FOUND */
async function read(deps: WebhookDeps, tx: Tx, companyId: CompanyId, id: number): Promise<Webhook> {
  const webhook = await deps.webhooks.find(tx, companyId, id)
  if (!webhook) throw new AppError('ERR_NO_WEBHOOK_FOUND')
  return webhook
}

async function readCounted(deps: WebhookDeps, tx: Tx, companyId: CompanyId, id: number) {
  const webhook = await read(deps, tx, companyId, id)
  return { webhook, counts: (await deps.webhooks.count(tx, companyId)).get(id) ?? NONE }
}

function assertKnown(
  code: 'ERR_QUEUE_NOT_FOUND' | 'ERR_NO_WAPP_FOUND',
  field: string,
  asked: readonly number[],
  known: readonly { id: number }[],
): void {
  const faults = asked.flatMap((asking, index) =>
    known.some(({ id }) => id === asking) ? [] : [[`${field}[${index}]`, "not the company's"] as const],
  )
  if (faults.length > 0) throw new AppError(code, { fields: Object.fromEntries(faults) })
}

/* @throws {AppError} ERR_QUEUE_NOT_FOUND, ERR_NO_WAPP_FOUND for what is not the company's */
async function assertFilters(
  { rpc }: WebhookDeps,
  session: Session,
  { queueIds = [], connectionIds = [] }: Partial<Filters>,
): Promise<void> {
  const { companyId } = session
  if (queueIds.length > 0) {
    const { queues } = await rpc.tickets.getQueues({ companyId, ids: [...queueIds] }, { session })
    assertKnown('ERR_QUEUE_NOT_FOUND', 'queueIds', queueIds, queues)
  }
  if (connectionIds.length > 0) {
    const ids = connectionIds.map(connectionId)
    const { connections } = await rpc.messaging.getConnections({ companyId, ids }, { session })
    assertKnown('ERR_NO_WAPP_FOUND', 'connectionIds', connectionIds, connections)
  }
}

/** Oldest first. */
export const listWebhooks = (deps: WebhookDeps, companyId: CompanyId): Promise<CountedWebhook[]> =>
  deps.db.withTenant(companyId, async (tx) => {
    const counts = await deps.webhooks.count(tx, companyId)
    const found = await deps.webhooks.list(tx, companyId)
    return found.map((webhook) => ({ webhook, counts: counts.get(webhook.id) ?? NONE }))
  })

/**
 * A new webhook, for events from now on, with the secret that signs its calls: it cannot be read again.
 * @throws {AppError} ERR_URL_NOT_ALLOWED, ERR_QUEUE_NOT_FOUND, ERR_NO_WAPP_FOUND, ERR_WEBHOOK_LIMIT
 */
export async function createWebhook(
  deps: WebhookDeps,
  session: Session,
  { url, events, queueIds, connectionIds }: Filters,
): Promise<CountedWebhook & { secret: string }> {
  deps.webhookHttp.check(url)
  await assertFilters(deps, session, { queueIds, connectionIds })
  const { companyId } = session
  const secret = deps.ids.token(SECRET_BYTES)
  const webhook = await deps.db.withTenant(companyId, async (tx) => {
    deps.webhooks.lockCompany(tx, companyId)
    if ((await deps.webhooks.list(tx, companyId)).length >= MOST_WEBHOOKS)
      throw new AppError('ERR_WEBHOOK_LIMIT')
    const { head } = await deps.feed.readBounds(tx, companyId)
    return deps.webhooks.insert(tx, {
      companyId,
      url,
      events,
      queueIds,
      connectionIds,
      sealedSecret: deps.sealer.seal(secret, sealPurpose(companyId)),
      sealedPrevious: null,
      previousUntil: null,
      state: 'enabled',
      failingSince: null,
      dispatchedSeq: head,
      createdAt: deps.clock.now(),
    })
  })
  return { webhook, counts: NONE, secret }
}

/** @throws {AppError} ERR_NO_WEBHOOK_FOUND, ERR_URL_NOT_ALLOWED, ERR_QUEUE_NOT_FOUND, ERR_NO_WAPP_FOUND */
export async function updateWebhook(
  deps: WebhookDeps,
  session: Session,
  id: number,
  changes: Partial<Filters>,
): Promise<CountedWebhook> {
  if (changes.url !== undefined) deps.webhookHttp.check(changes.url)
  await assertFilters(deps, session, changes)
  const { companyId } = session
  return withWebhook(deps, companyId, id, async (tx, webhook) => {
    if (Object.keys(changes).length > 0) await deps.webhooks.update(tx, webhook, changes)
    return readCounted(deps, tx, companyId, id)
  })
}

/** With its deliveries. @throws {AppError} ERR_NO_WEBHOOK_FOUND */
export const deleteWebhook = (deps: WebhookDeps, companyId: CompanyId, id: number): Promise<void> =>
  deps.db.withTenant(companyId, async (tx) => {
    if (!(await deps.webhooks.delete(tx, companyId, id))) throw new AppError('ERR_NO_WEBHOOK_FOUND')
  })

/** A new secret; the one before signs beside it for a day. @throws {AppError} ERR_NO_WEBHOOK_FOUND */
export async function rotateSecret(
  deps: WebhookDeps,
  companyId: CompanyId,
  id: number,
): Promise<CountedWebhook & { secret: string }> {
  const secret = deps.ids.token(SECRET_BYTES)
  const counted = await withWebhook(deps, companyId, id, async (tx, webhook) => {
    await deps.webhooks.update(tx, webhook, {
      sealedSecret: deps.sealer.seal(secret, sealPurpose(companyId)),
      sealedPrevious: webhook.sealedSecret,
      previousUntil: new Date(deps.clock.now().getTime() + PREVIOUS_SECRET_MS),
    })
    return readCounted(deps, tx, companyId, id)
  })
  return { ...counted, secret }
}

/** What waits is held. @throws {AppError} ERR_NO_WEBHOOK_FOUND */
export const pauseWebhook = (deps: WebhookDeps, companyId: CompanyId, id: number): Promise<CountedWebhook> =>
  withWebhook(deps, companyId, id, async (tx, webhook) => {
    await deps.webhooks.pause(tx, webhook, 'paused')
    return readCounted(deps, tx, companyId, id)
  })

/** @throws {AppError} ERR_NO_WEBHOOK_FOUND */
export async function resumeWebhook(
  deps: WebhookDeps,
  companyId: CompanyId,
  id: number,
): Promise<CountedWebhook> {
  const resumed = await withWebhook(deps, companyId, id, async (tx, webhook) => {
    await deps.webhooks.resume(tx, webhook, deps.clock.now())
    return readCounted(deps, tx, companyId, id)
  })
  deps.noteWork()
  return resumed
}

/** Posts an event `test` at once; it is no delivery. @throws {AppError} ERR_NO_WEBHOOK_FOUND */
export async function testWebhook(deps: WebhookDeps, companyId: CompanyId, id: number) {
  const webhook = await deps.db.withTenant(companyId, (tx) => read(deps, tx, companyId, id))
  const eventId = deps.ids.next()
  const event = {
    id: eventId,
    sequence: 0,
    event: 'test',
    occurredAt: deps.clock.now().toISOString(),
    companyId,
    ticketId: null,
    data: {},
  }
  return postEvent(deps, webhook, { id: eventId, event })
}

/** 20 a page, newest first. @throws {AppError} ERR_NO_WEBHOOK_FOUND */
export const listDeliveries = (
  deps: WebhookDeps,
  companyId: CompanyId,
  id: number,
  which: { state?: DeliveryState | undefined; before?: number | undefined },
): Promise<{ deliveries: Delivery[]; hasMore: boolean }> =>
  deps.db.withTenant(companyId, async (tx) => {
    await read(deps, tx, companyId, id)
    const limit = PAGE_SIZES.other
    const found = await deps.webhooks.page(tx, companyId, { ...which, webhookId: id, limit: limit + 1 })
    return { deliveries: found.slice(0, limit), hasMore: found.length > limit }
  })

/** With the body as it would be sent now. @throws {AppError} ERR_NO_WEBHOOK_FOUND, ERR_NO_EVENT_FOUND */
export const readDelivery = (deps: WebhookDeps, companyId: CompanyId, id: number, deliveryId: number) =>
  deps.db.withTenant(companyId, async (tx) => {
    await read(deps, tx, companyId, id)
    const delivery = await deps.webhooks.findDelivery(tx, companyId, id, deliveryId)
    if (!delivery) throw new AppError('ERR_NO_EVENT_FOUND')
    return { delivery, request: (await readBody(deps, tx, delivery)) ?? null }
  })

interface Replayed {
  deliveryId?: number | undefined
  fromSequence?: number | undefined
  toSequence?: number | undefined
}

/** How many are sent again. @throws {AppError} ERR_NO_WEBHOOK_FOUND, ERR_NO_EVENT_FOUND, ERR_VALIDATION for a range that is too long. */
export async function replayDeliveries(
  deps: WebhookDeps,
  companyId: CompanyId,
  id: number,
  asked: Replayed,
): Promise<number> {
  const replayed = await withWebhook(deps, companyId, id, (tx, webhook) => replay(deps, tx, webhook, asked))
  deps.noteWork()
  return replayed
}

async function replay(
  deps: WebhookDeps,
  tx: Tx,
  webhook: Webhook,
  { deliveryId, fromSequence, toSequence }: Replayed,
): Promise<number> {
  const { companyId, id } = webhook
  const now = deps.clock.now()
  if (fromSequence === undefined) {
    const replayed = await deps.webhooks.replay(tx, companyId, { webhookId: id, deliveryId, now })
    if (deliveryId !== undefined && replayed === 0) throw new AppError('ERR_NO_EVENT_FOUND')
    return replayed
  }
  const upTo = Math.min(toSequence ?? fromSequence, webhook.dispatchedSeq)
  if (upTo - fromSequence >= MOST_SEQUENCES) throw new AppError('ERR_VALIDATION', { detail: 'range' })
  const rows = await deps.feed.listAfter(tx, companyId, fromSequence - 1, MOST_SEQUENCES)
  const chosen = chooseDeliveries(
    webhook,
    rows.filter(({ seq }) => seq <= upTo),
  )
  await deps.webhooks.insertDeliveries(tx, chosen, now)
  return chosen.length
}
