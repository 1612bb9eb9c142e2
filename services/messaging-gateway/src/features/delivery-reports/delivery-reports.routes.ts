import * as http from '@balcao/contracts'
import { connectionId } from '@balcao/contracts'
import type { HttpEdge } from '@balcao/platform'

import type { DeadReport } from './delivery-report'
import {
  createWebhook,
  deleteWebhook,
  listDeadReports,
  listWebhooks,
  replayReports,
  type CountedWebhook,
  type WebhookDeps,
} from './edit-webhooks'

const toWebhookView = ({ webhook, waiting, dead }: CountedWebhook): http.DeliveryWebhookView => ({
  id: webhook.id,
  url: webhook.url,
  createdAt: webhook.createdAt.toISOString(),
  waiting,
  dead,
})

const toDeadReportView = (report: DeadReport): http.DeadReportView => ({
  id: report.id,
  webhookId: report.webhookId,
  messageId: report.messageId,
  ack: report.ack,
  failure: report.failure,
  reason: report.reason,
  occurredAt: report.occurredAt.toISOString(),
  deadAt: report.deadAt.toISOString(),
})

/** Webhooks of delivery, for administrators. */
export function deliveryReportRoutes(edge: HttpEdge, deps: WebhookDeps): void {
  edge.route(http.listDeliveryWebhooks, async ({ session, params }) => ({
    webhooks: (await listWebhooks(deps, session.companyId, connectionId(params.whatsappId))).map(
      toWebhookView,
    ),
  }))
  edge.route(http.createDeliveryWebhook, async ({ session, params, body }) => {
    const id = connectionId(params.whatsappId)
    const { webhook, secret } = await createWebhook(deps, session.companyId, id, body.url)
    return { ...toWebhookView({ webhook, waiting: 0, dead: 0 }), signingSecret: secret }
  })
  edge.route(http.deleteDeliveryWebhook, async ({ session, params }) => {
    const id = connectionId(params.whatsappId)
    await deleteWebhook(deps, session.companyId, id, Number(params.webhookId))
    return { message: 'Webhook deleted' }
  })
  edge.route(http.listDeadReports, async ({ session, params, query }) => {
    const id = connectionId(params.whatsappId)
    const { items, ...page } = await listDeadReports(deps, session.companyId, id, query.pageNumber)
    return { reports: items.map(toDeadReportView), ...page }
  })
  edge.route(http.replayDeadReports, async ({ session, params, body }) => ({
    replayed: await replayReports(deps, session.companyId, connectionId(params.whatsappId), body.id),
  }))
}
