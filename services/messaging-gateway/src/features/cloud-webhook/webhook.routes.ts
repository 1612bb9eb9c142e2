import { readRawJson, type HttpEdge } from '@balcao/platform'

import { answerChallenge, receiveWebhook, type WebhookDeps } from './receive-webhook'

/** Where Meta calls, the same for every company. */
export const WEBHOOK_PATH = '/webhooks/whatsapp'

/* "Webhooks payloads can be up to 3 MB": developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/overview, 2026. */
const MAX_BYTES = 3 * 1024 * 1024

const first = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value)

/** The webhook of the official API. Its callers are known by verify token and signature, so that it is no endpoint of the contracts. */
export function webhookRoutes(edge: HttpEdge, deps: WebhookDeps): void {
  edge.plain('get', WEBHOOK_PATH, async (request, response) => {
    const { query } = request
    const challenge = await answerChallenge(deps, {
      mode: first(query['hub.mode']),
      token: first(query['hub.verify_token']),
      challenge: first(query['hub.challenge']),
    })
    response.type('text/plain').send(challenge)
  })
  edge.plain('post', WEBHOOK_PATH, async (request, response) => {
    const { rawBody, value: payload } = await readRawJson(request, MAX_BYTES)
    const header = request.headers['x-hub-signature-256']
    await receiveWebhook(deps, { rawBody, payload, signature: Array.isArray(header) ? header[0] : header })
    response.type('text/plain').send('OK')
  })
}
