import { deliveryReportRoutes } from './delivery-reports.routes'
import { endpoint } from './endpoint'
import { idText, literals, object, pageNumber, text, uuidText } from './fields'

const params = object({ whatsappId: idText().required() })

const checks = { access: 'admin', plan: 'useExternalApi', tag: 'api', params } as const

export const deliveryWebhookBody = object({
  url: text(2_000).trim().min(1, literals.required).required(literals.required),
})

export const listDeliveryWebhooks = endpoint(deliveryReportRoutes.listDeliveryWebhooks, {
  ...checks,
  summary: 'The webhooks of delivery of a connection, with how many reports wait and how many were given up.',
  errors: ['ERR_NO_WAPP_FOUND'],
})

export const createDeliveryWebhook = endpoint(deliveryReportRoutes.createDeliveryWebhook, {
  ...checks,
  body: deliveryWebhookBody,
  summary:
    'A URL that is posted each new state of the messages sent through the API: `{"id": "0199…", "event": "message.delivered", "occurredAt": "2026-11-23T12:00:00.000Z", "connectionId": 1, "message": {"id": "0199…", "ack": 2, "failure": ""}}`, `event` being message.accepted, .delivered, .read, .played or .failed. `balcao-signature` is `t={seconds},v1={hex HMAC-SHA256 of "{t}.{body}"}` with the secret that is answered here only. Reports of a message come in order and are repeated under the same `id` for three days until a 2xx answer; a state that the network passed over is left out.',
  errors: ['ERR_NO_WAPP_FOUND', 'ERR_URL_NOT_ALLOWED', 'ERR_WEBHOOK_LIMIT'],
})

export const deleteDeliveryWebhook = endpoint(deliveryReportRoutes.deleteDeliveryWebhook, {
  ...checks,
  params: object({ whatsappId: idText().required(), webhookId: idText().required() }),
  summary: 'Deletes a webhook of delivery with the reports that wait for it.',
  errors: ['ERR_NO_WAPP_FOUND', 'ERR_NO_WEBHOOK_FOUND'],
})

export const listDeadReportsQuery = object({ pageNumber: pageNumber() })

export const listDeadReports = endpoint(deliveryReportRoutes.listDeadReports, {
  ...checks,
  query: listDeadReportsQuery,
  summary: 'Reports that no webhook took in three days, newest first, 20 a page. They are kept for a week.',
  errors: ['ERR_NO_WAPP_FOUND'],
})

export const replayDeadReportsBody = object({
  /** Absent: all of the connection. */
  id: uuidText().optional(),
})

export const replayDeadReports = endpoint(deliveryReportRoutes.replayDeadReports, {
  ...checks,
  body: replayDeadReportsBody,
  summary: 'Posts reports that were given up again, for three days more: one, or all of the connection.',
  errors: ['ERR_NO_WAPP_FOUND'],
})
