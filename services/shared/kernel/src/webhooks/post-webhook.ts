import { AppError } from '../errors/app-error'
import type { OutgoingHttp } from '../ports/outgoing-http.port'

/** A signed body for a receiver. */
export interface WebhookRequest {
  url: string
  /** The receiver's event id: equal in all tries. */
  id: string
  body: string
  /** From `signWebhook`. */
  signature: string
}

/** What became of a call. */
export interface WebhookOutcome {
  /** HTTP status; null without an answer. */
  status: number | null
  /** Until the answer's head, or the failure. */
  durationMs: number
  /** Why it was not taken; '' once it was. */
  error: string
  /** The beginning of the answer. */
  answer: string
  /** False for an address that is refused: it stays so. All else may be mended by the receiver. */
  mayRetry: boolean
}

/* The beginning of an answer. The status has decided: an answer that breaks off ends there. */
async function readStart(body: AsyncIterable<Buffer>, characters: number): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= characters * 4) break
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
  return Buffer.concat(chunks).toString('utf8').replaceAll('\u0000', '').slice(0, characters).toWellFormed()
}

/**
 * Posts once, outside of any transaction; 2xx takes it.
 * @param answerCharacters of the answer; 0 leaves it unread.
 */
export async function postWebhook(
  http: OutgoingHttp,
  { url, id, body, signature }: WebhookRequest,
  answerCharacters = 0,
): Promise<WebhookOutcome> {
  const headers = {
    'content-type': 'application/json',
    'balcao-delivery': id,
    'balcao-signature': signature,
  }
  const begunAt = performance.now()
  const elapsed = () => Math.round(performance.now() - begunAt)
  try {
    const { status, body: told } = await http.send(url, { method: 'POST', headers, body })
    const durationMs = elapsed()
    const error = status >= 200 && status < 300 ? '' : `HTTP ${status}`
    if (answerCharacters > 0)
      return { status, durationMs, error, answer: await readStart(told, answerCharacters), mayRetry: true }
    told.on('error', () => undefined).destroy()
    return { status, durationMs, error, answer: '', mayRetry: true }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const mayRetry = error.code !== 'ERR_URL_NOT_ALLOWED'
    return { status: null, durationMs: elapsed(), error: error.code, answer: '', mayRetry }
  }
}
