import {
  errorKinds,
  errorStatus,
  findScope,
  IDEMPOTENT_REPLAYED_HEADER,
  takesApiKeys,
  IGNORED_FIELDS_HEADER,
  isErrorCode,
  keepsAnswers,
  type Access,
  type AnyEndpoint,
  type ErrorCode,
} from '@balcao/contracts'

import { readRateLimit } from '../http/rate-limits'
import { api, type Api } from './api'
import { buildExample } from './example'
import { toJsonSchema, type JsonSchema } from './json-schema'

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  example?: string
  schema: JsonSchema
}

const parameterRef = (name: string) => ({ $ref: `#/components/parameters/${name}` })

const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}

/** Headers that several operations read. */
export const sharedParameters: Record<string, Parameter> = {
  // RFC 7240. The document describes a strict reading.
  Prefer: {
    name: 'Prefer',
    in: 'header',
    required: false,
    description:
      'How fields are read. `handling=strict`: as described here; wrong types and unknown fields are refused. `handling=lenient`, also without this header: what forms send for nothing (an empty text, null, false, "Nenhuma") is none, numbers and flags may be texts, and unknown fields are ignored; `Balcao-Ignored-Fields` of the answer names what was.',
    schema: {
      type: 'string',
      enum: ['handling=strict', 'handling=lenient'],
      default: 'handling=lenient',
    },
    example: 'handling=strict',
  },
  IdempotencyKey: {
    ...idempotencyKey,
    description:
      'A text of your own for this request, such as a UUID. For a day, a repeat by the same caller with the same key has no further effect and gets the first answer, with `Idempotent-Replayed: true`; with other content it is refused (422), and while the first is being processed too (409, `Retry-After`). A refusal that changed nothing frees the key.',
  },
  SendIdempotencyKey: {
    ...idempotencyKey,
    description:
      'A text of your own for this request, such as a UUID. Within 7 days a repeat with the same key has no further effect and gets the first answer; with other content it is refused (422), and while the first is being processed too (409).',
  },
}

/** Who calls, by what `access` asks for. */
const schemes: Record<Access, readonly string[]> = {
  public: [],
  user: ['session'],
  admin: ['session'],
  super: ['session'],
  'api-token': ['connectionToken'],
}

const callers: Record<Access, string> = {
  public: 'Anyone.',
  user: 'Any user of the company.',
  admin: 'Administrators of the company.',
  super: 'Super users of the installation.',
  'api-token': 'Who has the token of a connection.',
}

function buildParameters(endpoint: AnyEndpoint, isById: boolean) {
  const { params, query, body, idempotent } = endpoint
  const of = (schema: AnyEndpoint['params'], location: Parameter['in']): Parameter[] => {
    if (!schema) return []
    const { properties = {}, required = [] } = toJsonSchema(schema)
    return Object.entries(properties).map(([name, property]) => ({
      ...(isById && location === 'path' ? { name: 'id', description: `The \`${name}\`.` } : { name }),
      in: location,
      required: location === 'path' || required.includes(name),
      schema: property,
    }))
  }
  return [
    ...of(params, 'path'),
    ...of(query, 'query'),
    ...(query || body ? [parameterRef('Prefer')] : []),
    ...(idempotent ? [parameterRef('SendIdempotencyKey')] : []),
    ...(keepsAnswers(endpoint) ? [parameterRef('IdempotencyKey')] : []),
  ]
}

function buildRequestBody({ body, uploads }: AnyEndpoint, name: string) {
  if (!body && !uploads) return {}
  const json: JsonSchema = body ? toJsonSchema(body) : { type: 'object' }
  const files: JsonSchema = {
    type: 'array',
    maxItems: uploads?.maxCount ?? 0,
    items: { type: 'string', format: 'binary' },
  }
  const example = buildExample(json, name, api.schemas)
  const hasExample = typeof example === 'object' && example !== null && Object.keys(example).length > 0
  const form = { ...json, properties: { ...json.properties, ...(uploads ? { [uploads.field]: files } : {}) } }
  return {
    requestBody: {
      content: {
        'application/json': { schema: json, ...(hasExample ? { example } : {}) },
        ...(uploads ? { 'multipart/form-data': { schema: form } } : {}),
      },
    },
  }
}

const keyCodes: readonly ErrorCode[] = [
  'ERR_VALIDATION',
  'ERR_IDEMPOTENCY_IN_FLIGHT',
  'ERR_IDEMPOTENCY_ANSWER_LOST',
  'ERR_IDEMPOTENCY_MISMATCH',
]

function generalCodes(endpoint: AnyEndpoint): ErrorCode[] {
  const { access, pastDue, plan, params, query, body, uploads } = endpoint
  const codes: ErrorCode[] = ['ERR_TOO_MANY_REQUESTS', 'ERR_INTERNAL', 'ERR_UNAVAILABLE']
  if (access !== 'public') codes.push('ERR_UNAUTHORIZED')
  if (access === 'user' || access === 'admin' || access === 'super') {
    codes.push('ERR_SESSION_EXPIRED', 'ERR_SESSION_OVER')
    if (!pastDue) codes.push('ERR_SUBSCRIPTION_EXPIRED')
    codes.push('ERR_API_KEY_INVALID')
    if (findScope(endpoint)) codes.push('ERR_API_KEY_SCOPE')
    if (!takesApiKeys(endpoint)) codes.push('ERR_API_KEY_NOT_TAKEN')
  }
  if (access === 'admin') codes.push('ERR_NO_PERMISSION')
  if (access === 'super') codes.push('ERR_NO_SUPER')
  if (takesApiKeys(endpoint)) codes.push('ERR_API_KEY_ADDRESS', 'ERR_PLAN_FEATURE_DISABLED')
  if (plan) codes.push('ERR_PLAN_FEATURE_DISABLED')
  if (keepsAnswers(endpoint)) codes.push(...keyCodes)
  if (params || query || body || uploads) codes.push('ERR_VALIDATION', 'ERR_MALFORMED_REQUEST')
  if (body || uploads) codes.push('ERR_BODY_TOO_LARGE')
  if (uploads) codes.push('ERR_MEDIA_TOO_LARGE', 'ERR_MEDIA_STORE_FULL')
  return codes
}

/** Codes that a call of the endpoint may be refused with, in alphabetical order. */
export const listErrorCodes = (endpoint: AnyEndpoint): ErrorCode[] =>
  [...new Set([...generalCodes(endpoint), ...(endpoint.errors ?? []).filter(isErrorCode)])].sort()

const explain = (code: ErrorCode): string => `\`${code}\`: ${api.errors[code] ?? ''}`

/** An answer for each error code. */
export const buildErrorExamples = (codes: readonly ErrorCode[]) =>
  Object.fromEntries(codes.map((code) => [code, { summary: api.errors[code], value: { error: code } }]))

const retryAfter = {
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } },
}

function buildFailures(endpoint: AnyEndpoint) {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of listErrorCodes(endpoint)) {
    const { http } = errorStatus[errorKinds[code]]
    byStatus.set(http, [...(byStatus.get(http) ?? []), code])
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map(explain).join('\n\n'),
        ...(status === 429 || codes.includes('ERR_IDEMPOTENCY_IN_FLIGHT') ? { headers: retryAfter } : {}),
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/Error' },
            examples: Object.fromEntries(
              codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
            ),
          },
        },
      },
    ]),
  )
}

const ignoredFields = {
  [IGNORED_FIELDS_HEADER]: {
    description: 'With lenient handling: fields of the request that were ignored, separated by commas.',
    schema: { type: 'string' },
  },
}

const replayed = {
  [IDEMPOTENT_REPLAYED_HEADER]: {
    description: 'With `Idempotency-Key`: this is the answer to the first request.',
    schema: { type: 'string', enum: ['true'] },
  },
}

function buildSuccess(endpoint: AnyEndpoint, { name, schema }: Api['answers'][string]) {
  const { file, query, body } = endpoint
  const all = { ...(query || body ? ignoredFields : {}), ...(keepsAnswers(endpoint) ? replayed : {}) }
  const headers = Object.keys(all).length > 0 ? { headers: all } : {}
  if (file)
    return {
      description: 'A file.',
      ...headers,
      content: { [file]: { schema: { type: 'string', format: 'binary' } } },
    }
  if (!schema) return { description: 'Done. The answer is empty.', ...headers }
  const example = buildExample(schema, name, api.schemas)
  return { description: 'Done.', ...headers, content: { 'application/json': { schema, example } } }
}

function countedBy({ access, rate }: AnyEndpoint): string {
  if (access === 'public') return 'address'
  if (access === 'api-token') return 'connection token'
  return rate === 'import' ? 'company' : 'user'
}

function buildRateLimit(endpoint: AnyEndpoint) {
  const { points, seconds } = readRateLimit(endpoint.rate ?? 'default')
  return { class: endpoint.rate ?? 'default', calls: points, seconds, per: countedBy(endpoint) }
}

/* The first sentence, or clause where that is long; a summary is plain text. */
function shorten(text: string): string {
  const [sentence = text] = /^.*?[.](?= [A-Z`]|$)/s.exec(text) ?? []
  const short = sentence.length <= 120 ? sentence : (/^.{20,}?(?=[;:,(.] ?)/s.exec(sentence)?.[0] ?? sentence)
  return short.replace(/[.,;:]$/, '').replaceAll('`', '')
}

interface Responses {
  description: string
  headers?: object
  content?: Record<string, { schema: JsonSchema; example?: unknown; examples?: object }>
}

function describeKeys(endpoint: AnyEndpoint): string {
  if (!takesApiKeys(endpoint)) return ''
  const scope = findScope(endpoint)
  return scope === undefined ? ' Every API key.' : ` An API key with the scope \`${scope}\`.`
}

/**
 * What the document says of one endpoint.
 * @param isById whether its only parameter is called `id`.
 */
export function buildOperation(endpoint: AnyEndpoint, answer: Api['answers'][string], isById: boolean) {
  const rate = buildRateLimit(endpoint)
  const scope = findScope(endpoint)
  const taken = [...schemes[endpoint.access], ...(takesApiKeys(endpoint) ? ['apiKey'] : [])]
  const responses: Record<string, Responses> = {
    [String(endpoint.status ?? 200)]: buildSuccess(endpoint, answer),
    ...buildFailures(endpoint),
  }
  return {
    operationId: answer.name,
    tags: [endpoint.tag],
    summary: shorten(endpoint.summary),
    description: [
      endpoint.summary,
      `**Who may call:** ${callers[endpoint.access]}${describeKeys(endpoint)}`,
      `**Rate limit:** ${rate.calls.toLocaleString('en')} calls in ${rate.seconds.toLocaleString('en')} s per ${rate.per}.`,
    ].join('\n\n'),
    security: taken.map((scheme) => ({ [scheme]: [] })),
    'x-access': endpoint.access,
    ...(scope === undefined ? {} : { 'x-scope': scope }),
    'x-rate-limit': rate,
    ...(endpoint.plan ? { 'x-plan': endpoint.plan } : {}),
    parameters: buildParameters(endpoint, isById),
    ...buildRequestBody(endpoint, answer.name),
    responses,
  }
}
