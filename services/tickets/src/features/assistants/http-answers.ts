import {
  AppError,
  type OutgoingAnswer,
  type OutgoingHttp,
  type OutgoingRequest,
  isRecord,
} from '@balcao/kernel'

/** What a call failed with, and whether the same call may succeed later. */
export class AssistantFailure extends Error {
  /** Of an HTTP answer. */
  readonly status: number | undefined

  constructor(
    message: string,
    readonly mayRetry: boolean,
    { status, ...options }: ErrorOptions & { status?: number } = {},
  ) {
    super(message, options)
    this.status = status
  }
}

const RETRIED = new Set([408, 425, 429, 500, 502, 503, 504])

async function readBody(answer: OutgoingAnswer): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of answer.body) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/* Refused addresses stay refused; a service that is away may come back. */
const toFailure = (error: unknown): unknown =>
  error instanceof AppError
    ? new AssistantFailure(error.code, error.kind === 'unavailable', { cause: error })
    : error

export interface PostRequest {
  headers?: Record<string, string>
  body: string | Buffer
}

async function send(http: OutgoingHttp, url: string | URL, request: OutgoingRequest): Promise<Buffer> {
  try {
    const answer = await http.send(url, request)
    const content = await readBody(answer)
    if (answer.status >= 200 && answer.status < 300) return content
    const { status } = answer
    throw new AssistantFailure(`HTTP ${status}`, RETRIED.has(status), { status })
  } catch (error) {
    throw toFailure(error)
  }
}

/** One POST; the body of a 2xx answer. @throws {AssistantFailure} with the status or the code, and never with what was answered. */
export function post(
  http: OutgoingHttp,
  url: string | URL,
  { headers = {}, body }: PostRequest,
): Promise<Buffer> {
  const sent = { 'content-type': 'application/json', 'accept-encoding': 'identity', ...headers }
  return send(http, url, { method: 'POST', headers: sent, body })
}

/** One GET of a JSON object. @throws {AssistantFailure} */
export async function getJson(
  http: OutgoingHttp,
  url: string | URL,
  headers: Record<string, string>,
): Promise<Record<string, unknown>> {
  const sent = { 'user-agent': 'balcao', 'accept-encoding': 'identity', ...headers }
  return parseObject((await send(http, url, { method: 'GET', headers: sent })).toString('utf8'))
}

/** The same for JSON. @throws {AssistantFailure} also for an answer that is no JSON object. */
export async function postJson(
  http: OutgoingHttp,
  url: string | URL,
  { headers, body }: { headers?: Record<string, string>; body: unknown },
): Promise<Record<string, unknown>> {
  const content = await post(http, url, { ...(headers && { headers }), body: JSON.stringify(body) })
  return parseObject(content.toString('utf8'))
}

/** @throws {AssistantFailure} unless the text is a JSON object. */
export function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (isRecord(value)) return value
  } catch {
    // Without the cause: its message quotes what was answered, and causes are logged.
    throw new AssistantFailure('the answer is no JSON', false)
  }
  throw new AssistantFailure('the answer is no JSON object', false)
}
