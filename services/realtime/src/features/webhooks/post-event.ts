import {
  postWebhook,
  signWebhook,
  type OutgoingHttp,
  type Sealer,
  type ServicePorts,
  type WebhookOutcome,
} from '@balcao/kernel'

import { sealPurpose, type Webhook } from './webhook'

export interface PostDeps extends Pick<ServicePorts, 'clock'> {
  webhookHttp: OutgoingHttp
  sealer: Sealer
}

const ANSWER_CHARACTERS = 1_000

/** `t=…,v1=…`, with a second `v1` while the secret before the last one still signs; undefined when one is not readable. */
function sign({ sealer, clock }: PostDeps, webhook: Webhook, body: string): string | undefined {
  const now = clock.now()
  const sealed =
    webhook.sealedPrevious !== null && webhook.previousUntil !== null && now < webhook.previousUntil
      ? [webhook.sealedSecret, webhook.sealedPrevious]
      : [webhook.sealedSecret]
  const secrets = sealed.map((one) => sealer.open(one, sealPurpose(webhook.companyId)))
  const known = secrets.filter((secret) => secret !== undefined)
  if (known.length < secrets.length) return undefined
  const [first = '', ...others] = known.map((secret) => signWebhook(secret, body, now))
  return [first, ...others.map((other) => other.slice(other.indexOf(',') + 1))].join(',')
}

/** Posts one event, outside of any transaction, and answers what came back. */
export async function postEvent(
  deps: PostDeps,
  webhook: Webhook,
  { id, event }: { id: string; event: object },
): Promise<WebhookOutcome> {
  const body = JSON.stringify(event)
  const signature = sign(deps, webhook, body)
  if (signature === undefined) {
    const error = 'REALTIME_SEAL_KEY does not open the secret'
    return { status: null, durationMs: 0, error, answer: '', mayRetry: true }
  }
  return postWebhook(deps.webhookHttp, { url: webhook.url, id, body, signature }, ANSWER_CHARACTERS)
}
