import { AppError, signWebhook, type OutgoingHttp, type Sealer, type ServicePorts } from '@balcao/kernel'

import { sealPurpose, type Webhook } from './webhook'
import type { TryResult } from './webhook.store'

export interface PostDeps extends Pick<ServicePorts, 'clock'> {
  webhookHttp: OutgoingHttp
  sealer: Sealer
}

export interface Posted extends TryResult {
  isTaken: boolean
  /** Refused addresses stay refused. */
  mayRetry: boolean
}

const ANSWER_CHARS = 1_000

/* The beginning of an answer. The status has decided: an answer that breaks off ends there. */
async function readStart(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= ANSWER_CHARS * 4) break
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
  return Buffer.concat(chunks).toString('utf8').replaceAll('\u0000', '').slice(0, ANSWER_CHARS).toWellFormed()
}

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
): Promise<Posted> {
  const body = JSON.stringify(event)
  const signature = sign(deps, webhook, body)
  const failed = { status: null, durationMs: 0, answer: '', isTaken: false, mayRetry: true }
  if (signature === undefined) return { ...failed, error: 'REALTIME_SEAL_KEY does not open the secret' }
  const headers = {
    'content-type': 'application/json',
    'balcao-delivery': id,
    'balcao-signature': signature,
  }
  const begunAt = performance.now()
  try {
    const told = await deps.webhookHttp.send(webhook.url, { method: 'POST', headers, body })
    const durationMs = Math.round(performance.now() - begunAt)
    const isTaken = told.status >= 200 && told.status < 300
    const error = isTaken ? '' : `HTTP ${told.status}`
    return {
      status: told.status,
      durationMs,
      error,
      answer: await readStart(told.body),
      isTaken,
      mayRetry: true,
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const durationMs = Math.round(performance.now() - begunAt)
    return { ...failed, durationMs, error: error.code, mayRetry: error.code !== 'ERR_URL_NOT_ALLOWED' }
  }
}
