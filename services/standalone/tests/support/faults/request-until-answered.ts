import { strictHandling } from '@balcao/contracts'
import { setTimeout as delay } from 'node:timers/promises'

/* A browser's request timeout; later answers are requested again. */
const ANSWER_WITHIN_MS = 10_000
const PAUSE_MS = 100

export interface Asked {
  method: string
  path: string
  token?: string
  body?: unknown
}

export interface Answered<T> {
  /** 0: no answer. */
  status: number
  body: T
  cookies: readonly string[]
}

export class Refused extends Error {}

const NO_ANSWER = { status: 0, body: undefined, cookies: [] }

/** One try. Bodies are JSON, or FormData unchanged. Never rejects. */
export async function ask<T>(
  url: string,
  { method, path, token, body }: Asked,
  more: Record<string, string> = {},
) {
  const isForm = body instanceof FormData
  const headers = {
    ...strictHandling,
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
    ...more,
  }
  try {
    const response = await fetch(`${url}${path}`, {
      method,
      headers,
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return {
      status: response.status,
      body: (text === '' ? undefined : JSON.parse(text)) as T,
      cookies: response.headers.getSetCookie(),
    }
  } catch {
    // An aborted or late answer, or HTML instead of JSON, count the same.
    return NO_ANSWER as unknown as Answered<T>
  }
}

/**
 * Repeats an idempotent request until it is answered, through any outage.
 * @param refused called for each failed try
 * @throws {Refused} when the answer is a refusal
 */
export async function requestUntilAnswered<T>(
  once: () => Promise<Answered<T>>,
  refused: (status: number) => void = () => undefined,
): Promise<T> {
  for (;;) {
    const { status, body } = await once()
    if (status >= 200 && status < 300) return body
    refused(status)
    const isPassing = status === 0 || status === 401 || status === 403 || status === 429 || status >= 500
    if (!isPassing) throw new Refused(`${status} ${JSON.stringify(body)}`)
    await delay(PAUSE_MS)
  }
}
