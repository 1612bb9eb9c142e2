import { setTimeout as delay } from 'node:timers/promises'

/* A browser's patience with a request; what comes later is asked for again. */
const ANSWER_WITHIN_MS = 10_000
const PAUSE_MS = 100

export interface Asked {
  method: string
  path: string
  token?: string
  body?: unknown
}

export interface Answered<T> {
  /** 0: nobody answered. */
  status: number
  body: T
  cookies: readonly string[]
}

export class Refused extends Error {}

const NOBODY = { status: 0, body: undefined, cookies: [] }

/** One try. Bodies are JSON, or FormData as it is. Never rejects. */
export async function ask<T>(
  url: string,
  { method, path, token, body }: Asked,
  more: Record<string, string> = {},
) {
  const isForm = body instanceof FormData
  const headers = {
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
    // Cut, too late, or a page instead of JSON: the same to who asks.
    return NOBODY as unknown as Answered<T>
  }
}

/**
 * As a client of ours insists on a request that may be sent twice: until it is answered, whoever is away.
 * @param refused told of each try in vain
 * @throws {Refused} when the answer is that it is not to be
 */
export async function insist<T>(
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
