import { signWebhook, type OutgoingHttp } from '@balcao/kernel'

import { post } from './http-answers'

export interface WebhookCall {
  url: string
  /** Undefined for an integration without one. */
  secret: string | undefined
  /** Stays the same when the call is repeated. */
  deliveryId: string
  now: Date
}

/** Tells n8n or a webhook of a message; what it answers is not read. @throws {AssistantFailure} */
export async function callWebhook(http: OutgoingHttp, call: WebhookCall, content: object): Promise<void> {
  const body = JSON.stringify(content)
  const headers: Record<string, string> = { 'balcao-delivery': call.deliveryId }
  if (call.secret !== undefined) headers['balcao-signature'] = signWebhook(call.secret, body, call.now)
  await post(http, call.url, { headers, body })
}
