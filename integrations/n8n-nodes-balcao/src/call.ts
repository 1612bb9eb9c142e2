import errors from './gen/errors.json'
import operations from './gen/operations.json'
import type { CallContext, HttpRequestOptions, Json } from './n8n'

export const CREDENTIALS = 'balcaoApi'

export type OperationId = keyof typeof operations

/** What an operation of the API is asked. */
export interface Question {
  path?: Record<string, number>
  query?: Json
  body?: Json
  /** A repeat with the same key has no further effect, for a day. */
  idempotencyKey?: string
}

interface Operation {
  method: string
  path: string
  query: readonly string[]
  body: readonly string[]
}

const TIMEOUT_MS = 30_000

const isGiven = (value: unknown): boolean =>
  value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)
const withoutEmpty = (values: Json): Json =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => isGiven(value)))

/** @throws {TypeError} for a member that the API's document does not have */
function requireNames(id: string, given: Json | undefined, known: readonly string[]): void {
  const unknown = Object.keys(given ?? {}).filter((name) => !known.includes(name))
  if (unknown.length > 0) throw new TypeError(`${id} has no ${unknown.join(', ')}`)
}

/** The request of an operation; what is empty in its query is left out. */
export function buildRequest(
  origin: string,
  id: OperationId,
  { path = {}, query, body, idempotencyKey }: Question,
): HttpRequestOptions {
  const operation: Operation = operations[id]
  requireNames(id, query, operation.query)
  requireNames(id, body, operation.body)
  const filled = operation.path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = path[name]
    if (value === undefined) throw new TypeError(`${id} needs ${name}`)
    return String(value)
  })
  return {
    method: operation.method,
    url: new URL(filled, origin).href,
    headers: {
      prefer: 'handling=strict',
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    ...(query && { qs: withoutEmpty(query), arrayFormat: 'repeat' as const }),
    ...(body && { body }),
    json: true,
    timeout: TIMEOUT_MS,
    returnFullResponse: true,
    ignoreHttpStatusErrors: true,
  }
}

interface Refusal {
  error?: unknown
  code?: unknown
  fields?: Record<string, string>
  scope?: string
}

const words: Readonly<Record<string, string | undefined>> = errors

/* `error` of a conflict is the other ticket as JSON. */
function readCode({ error, code }: Refusal): string | undefined {
  if (typeof code === 'string') return code
  if (typeof error !== 'string') return undefined
  return error.startsWith('{') ? 'ERR_OTHER_OPEN_TICKET' : error
}

/** What the desk refused, in the words of its catalogue, and what one can do about it. */
export function describeRefusal(status: number, body: unknown, retryAfter: unknown): string {
  const refusal: Refusal = typeof body === 'object' && body !== null ? body : {}
  const code = readCode(refusal)
  // What is between the desk and us answers with pages.
  if (code === undefined) return `The desk answered ${status}.`
  const fields = Object.entries(refusal.fields ?? {}).map(([name, fault]) => `${name}: ${fault}.`)
  return [
    `${code}: ${words[code] ?? status}`,
    ...fields,
    ...(refusal.scope === undefined ? [] : [`The API key lacks the scope ${refusal.scope}.`]),
    ...(typeof retryAfter === 'string' ? [`Try again in ${retryAfter} s.`] : []),
  ].join(' ')
}

/** The desk refused; `status` is that of its answer. */
export class DeskRefusal extends Error {
  override readonly name = 'DeskRefusal'
  constructor(
    readonly status: number,
    body: unknown,
    retryAfter: unknown,
  ) {
    super(describeRefusal(status, body, retryAfter))
  }
}

/** What the desk answered. @throws {DeskRefusal} unless it did what was asked */
export async function callDesk(context: CallContext, id: OperationId, question: Question = {}) {
  const { url } = await context.getCredentials(CREDENTIALS)
  const request = buildRequest(String(url), id, question)
  const { helpers } = context
  const answer = await helpers.httpRequestWithAuthentication.call(context, CREDENTIALS, request)
  const { statusCode, body, headers } = answer
  if (statusCode < 200 || statusCode > 299) throw new DeskRefusal(statusCode, body, headers['retry-after'])
  return body
}

/** An answer that is an object. */
export const callForObject = async (...args: Parameters<typeof callDesk>): Promise<Json> =>
  (await callDesk(...args)) as Json
/** An answer that is a list of objects. */
export const callForList = async (...args: Parameters<typeof callDesk>): Promise<Json[]> =>
  (await callDesk(...args)) as Json[]
