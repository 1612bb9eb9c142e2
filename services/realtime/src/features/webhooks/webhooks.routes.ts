import * as http from '@balcao/contracts'
import { AppError, SECOND } from '@balcao/kernel'
import type { HttpEdge } from '@balcao/platform'

import {
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  pauseWebhook,
  readDelivery,
  replayDeliveries,
  resumeWebhook,
  rotateSecret,
  testWebhook,
  updateWebhook,
  type CountedWebhook,
  type WebhookDeps,
} from './edit-webhooks'
import { listEvents } from './list-events'
import type { Delivery } from './webhook'

const isoOrNull = (date: Date | null): string | null => date?.toISOString() ?? null

const viewer =
  ({ clock }: Pick<WebhookDeps, 'clock'>) =>
  ({ webhook, counts: { waiting, parked, oldestAt } }: CountedWebhook): http.WebhookView => {
    const now = clock.now()
    const { previousUntil } = webhook
    return {
      id: webhook.id,
      url: webhook.url,
      state: webhook.state,
      events: [...webhook.events],
      queueIds: [...webhook.queueIds],
      connectionIds: [...webhook.connectionIds],
      createdAt: webhook.createdAt.toISOString(),
      previousSecretUntil: previousUntil && previousUntil > now ? previousUntil.toISOString() : null,
      failingSince: isoOrNull(webhook.failingSince),
      waiting,
      parked,
      lagSeconds: oldestAt ? Math.max(0, Math.floor((now.getTime() - oldestAt.getTime()) / SECOND)) : 0,
    }
  }

const toDeliveryView = (delivery: Delivery): http.DeliveryView => ({
  id: delivery.id,
  eventId: delivery.eventId,
  sequence: delivery.seq,
  event: delivery.event,
  ticketId: delivery.ticketId,
  state: delivery.state,
  tries: delivery.tries,
  status: delivery.status,
  durationMs: delivery.durationMs,
  occurredAt: delivery.occurredAt.toISOString(),
  triedAt: isoOrNull(delivery.triedAt),
  nextTryAt: delivery.state === 'waiting' ? delivery.nextTryAt.toISOString() : null,
})

/** Webhooks and the pull of events, for administrators. */
export function webhookRoutes(edge: HttpEdge, deps: WebhookDeps): void {
  const toView = viewer(deps)
  edge.route(http.listWebhooks, async ({ session }) => ({
    webhooks: (await listWebhooks(deps, session.companyId)).map(toView),
  }))
  edge.route(http.createWebhook, async ({ session, body }) => {
    const made = await createWebhook(deps, session, body)
    return { ...toView(made), signingSecret: made.secret }
  })
  edge.route(http.updateWebhook, async ({ session, params, body }) => {
    const { url, events, queueIds, connectionIds } = body
    const changes = {
      ...(url !== undefined && { url }),
      ...(events && { events }),
      ...(queueIds && { queueIds }),
      ...(connectionIds && { connectionIds }),
    }
    return toView(await updateWebhook(deps, session, Number(params.webhookId), changes))
  })
  edge.route(http.deleteWebhook, async ({ session, params }) => {
    await deleteWebhook(deps, session.companyId, Number(params.webhookId))
    return { message: 'Webhook deleted' }
  })
  edge.route(http.rotateWebhookSecret, async ({ session, params }) => {
    const rotated = await rotateSecret(deps, session.companyId, Number(params.webhookId))
    return { ...toView(rotated), signingSecret: rotated.secret }
  })
  edge.route(http.testWebhook, async ({ session, params }) => {
    const posted = await testWebhook(deps, session.companyId, Number(params.webhookId))
    const { status, durationMs, error, answer } = posted
    return { status, durationMs: durationMs ?? 0, error, answer }
  })
  edge.route(http.pauseWebhook, async ({ session, params }) =>
    toView(await pauseWebhook(deps, session.companyId, Number(params.webhookId))),
  )
  edge.route(http.resumeWebhook, async ({ session, params }) =>
    toView(await resumeWebhook(deps, session.companyId, Number(params.webhookId))),
  )
  edge.route(http.listDeliveries, async ({ session, params, query }) => {
    const page = await listDeliveries(deps, session.companyId, Number(params.webhookId), query)
    return { ...page, deliveries: page.deliveries.map(toDeliveryView) }
  })
  edge.route(http.getDelivery, async ({ session, params }) => {
    const id = Number(params.webhookId)
    const { delivery, request } = await readDelivery(deps, session.companyId, id, params.deliveryId)
    return { ...toDeliveryView(delivery), request, error: delivery.error, answer: delivery.answer }
  })
  edge.route(http.replayDeliveries, async ({ session, params, body }) => {
    if (body.toSequence !== undefined && body.fromSequence === undefined)
      throw new AppError('ERR_VALIDATION', { detail: 'fromSequence' })
    return { replayed: await replayDeliveries(deps, session.companyId, Number(params.webhookId), body) }
  })
  edge.route(http.listEvents, ({ session, query }) => listEvents(deps, session.companyId, query))
}
