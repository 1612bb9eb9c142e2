import {
  findScope,
  errorCodes,
  errorKinds,
  errorStatus,
  isErrorCode,
  type AnyEndpoint,
  type ErrorCode,
} from '@balcao/contracts'

import { toJsonSchema, type JsonSchema } from './json-schema'

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: JsonSchema
}

/* RFC 7240. The document describes a strict reading. */
const preference: Parameter = {
  name: 'Prefer',
  in: 'header',
  required: false,
  description:
    'How fields are read. `strict`: as described here; wrong types and unknown fields are refused. `lenient`, also without this header: what forms send for nothing (an empty text, null, false, "Nenhuma") is none, numbers and flags may be texts, and unknown fields are ignored; `Balcao-Ignored-Fields` of the answer names what was.',
  schema: { type: 'string', enum: ['handling=strict', 'handling=lenient'], default: 'handling=lenient' },
}

/** The part of OpenAPI 3.1 that is used here. */
export interface OpenApi {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  tags: { name: string }[]
  security: Record<string, string[]>[]
  paths: Record<string, Record<string, unknown>>
  components: unknown
}

const isEndpoint = (value: unknown): value is AnyEndpoint =>
  typeof value === 'object' &&
  value !== null &&
  'method' in value &&
  'path' in value &&
  'access' in value &&
  'summary' in value

/** The endpoints among a module's exports. */
export const listEndpoints = (exports: Record<string, unknown>): AnyEndpoint[] =>
  Object.values(exports).filter(isEndpoint)

const openApiPath = (path: string) => path.replace(/:(\w+)/g, '{$1}')

function buildParameters({ params, query, body }: AnyEndpoint): Parameter[] {
  const of = (schema: AnyEndpoint['params'], location: Parameter['in']): Parameter[] => {
    if (!schema) return []
    const { properties = {}, required = [] } = toJsonSchema(schema)
    return Object.entries(properties).map(([name, property]) => ({
      name,
      in: location,
      required: location === 'path' || required.includes(name),
      schema: property,
    }))
  }
  return [...of(params, 'path'), ...of(query, 'query'), ...(query || body ? [preference] : [])]
}

function buildRequestBody({ body, uploads }: AnyEndpoint) {
  if (!body && !uploads) return {}
  const json: JsonSchema = body ? toJsonSchema(body) : { type: 'object' }
  const files: JsonSchema = {
    type: 'array',
    maxItems: uploads?.maxCount ?? 0,
    items: { type: 'string', format: 'binary' },
  }
  const form = { ...json, properties: { ...json.properties, ...(uploads ? { [uploads.field]: files } : {}) } }
  return {
    requestBody: {
      content: {
        'application/json': { schema: json },
        ...(uploads ? { 'multipart/form-data': { schema: form } } : {}),
      },
    },
  }
}

function generalCodes(endpoint: AnyEndpoint): ErrorCode[] {
  const { access, pastDue, plan, params, query, body } = endpoint
  const codes: ErrorCode[] = ['ERR_TOO_MANY_REQUESTS', 'ERR_INTERNAL']
  if (access !== 'public') codes.push('ERR_UNAUTHORIZED')
  if (access === 'user' || access === 'admin' || access === 'super') {
    codes.push('ERR_SESSION_EXPIRED', 'ERR_SESSION_OVER')
    if (!pastDue) codes.push('ERR_SUBSCRIPTION_EXPIRED')
  }
  if (access === 'admin' || access === 'super') codes.push('ERR_NO_PERMISSION')
  if (findScope(endpoint))
    codes.push('ERR_API_KEY_INVALID', 'ERR_API_KEY_ADDRESS', 'ERR_API_KEY_SCOPE', 'ERR_PLAN_FEATURE_DISABLED')
  if (plan) codes.push('ERR_PLAN_FEATURE_DISABLED')
  if (params || query || body) codes.push('ERR_VALIDATION', 'ERR_MALFORMED_REQUEST')
  if (body) codes.push('ERR_BODY_TOO_LARGE')
  return codes
}

function buildResponses(endpoint: AnyEndpoint) {
  const codes = [
    ...new Set([...generalCodes(endpoint), ...(endpoint.errors ?? []).filter(isErrorCode)]),
  ].sort()
  const failures: Record<string, { description: string; content: unknown }> = {}
  for (const code of codes) {
    const { http } = errorStatus[errorKinds[code]]
    const known = failures[http]?.description
    failures[http] = {
      description: known ? `${known}, ${code}` : code,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    }
  }
  return { [String(endpoint.status ?? 200)]: { description: 'Success' }, ...failures }
}

/* A key is shown as the same header as an access token, where one is taken. */
function describeApiKey(endpoint: AnyEndpoint) {
  const scope = findScope(endpoint)
  return scope === undefined ? {} : { security: [{ bearer: [] }, { apiKey: [] }], 'x-scope': scope }
}

const buildOperation = (endpoint: AnyEndpoint) => ({
  tags: [endpoint.tag],
  summary: endpoint.summary,
  ...(endpoint.access === 'public' ? { security: [] } : {}),
  ...describeApiKey(endpoint),
  'x-access': endpoint.access,
  ...(endpoint.plan ? { 'x-plan': endpoint.plan } : {}),
  parameters: buildParameters(endpoint),
  ...buildRequestBody(endpoint),
  responses: buildResponses(endpoint),
})

/** The OpenAPI document of these endpoints, from the schemas that validate their requests. */
export function buildOpenApi(endpoints: readonly AnyEndpoint[], version: string): OpenApi {
  const paths: OpenApi['paths'] = {}
  for (const endpoint of endpoints) {
    const path = openApiPath(endpoint.path)
    paths[path] = { ...paths[path], [endpoint.method]: buildOperation(endpoint) }
  }
  const error = {
    type: 'object',
    required: ['error'],
    properties: {
      error: {
        type: 'string',
        description: `A code: ${errorCodes.join(', ')}. With lenient handling refused fields in the caller's language, and \`code\` has the code.`,
      },
      code: { type: 'string' },
      fields: { type: 'object', additionalProperties: { type: 'string' } },
      dueDate: { type: 'string', format: 'date-time' },
      limitBytes: { type: 'integer' },
      quota: {
        type: 'object',
        properties: { usedBytes: { type: 'integer' }, allowedBytes: { type: 'integer' } },
      },
      scope: { type: 'string' },
      requestId: { type: 'string' },
    },
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Balcão', version, description: 'An open customer-service desk over WhatsApp.' },
    tags: [...new Set(endpoints.map(({ tag }) => tag))].sort().map((name) => ({ name })),
    security: [{ bearer: [] }],
    paths,
    components: {
      schemas: { Error: error },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'A key of the company, `balcao_…`, that has the scope `x-scope`.',
        },
      },
    },
  }
}
