import { endpointTags, errorCodes, tagGroups, type AnyEndpoint } from '@balcao/contracts'

import { api, listReferred, readAnswer, type Api } from './api'
import type { JsonSchema } from './json-schema'
import { buildErrorExamples, buildOperation, listErrorCodes, sharedParameters } from './operation'

type Operation = ReturnType<typeof buildOperation>

/** The part of OpenAPI 3.1 that is used here. */
export interface OpenApi {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } }
  servers: { url: string; description: string }[]
  tags: { name: string; description: string }[]
  'x-tagGroups': { name: string; tags: readonly string[] }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, JsonSchema> } & Record<string, unknown>
}

const openApiPath = (path: string) => path.replace(/:(\w+)/g, '{$1}')

const toShape = (path: string) => path.replace(/:\w+/g, ':')

/* Two paths that differ in the name of their only parameter are one path of the document, whose parameter is `id`. */
function listPathsById(endpoints: readonly AnyEndpoint[]): string[] {
  const paths = [...new Set(endpoints.map(({ path }) => path))]
  return paths.filter((path) => paths.some((other) => other !== path && toShape(other) === toShape(path)))
}

const description = `An open customer-service desk over WhatsApp.

**Authentication.** Every header is \`Authorization: Bearer …\`. A *session* token comes from \`POST /auth/login\`, is valid for 15 minutes and is renewed by \`POST /auth/refresh_token\` with the cookie \`jrt\`. An *API key* is made by an administrator for an integration and may do what its scopes say. A *connection token* belongs to one WhatsApp number: an administrator creates it in the connection's dialog; it sends messages and nothing else.

**Errors.** The answer is \`{ "error": "ERR_…" }\`, with a code of the list below each status. Without \`Prefer: handling=strict\` the \`error\` of refused fields is a sentence for people, in the language of \`Accept-Language\`; \`code\` has the code then.

**Rate limits.** Each operation says how many calls it takes; an operator may raise or lower all of them by a factor. Past it the answer is 429, and \`Retry-After\` says how many seconds to wait.

**Repeats.** Where an \`Idempotency-Key\` or \`clientId\` is taken, a repeat has no further effect: all that an API key may write takes the header. \`GET\`, \`PUT\` and \`DELETE\` can be repeated without.

**Additions.** Answers may get further fields and lists of values further ones without notice: ignore what you do not know.`

const securitySchemes = {
  session: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The `token` of `POST /auth/login`: all that its user may do.',
  },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description:
      "A key of the company, `balcao_…`, that administrators make: acts in its maker's name within its scopes (`x-scope`), queues and networks.",
  },
  connectionToken: {
    type: 'http',
    scheme: 'bearer',
    description:
      'The token of a connection: sends messages from its number, and reads what is left of the limits.',
  },
}

const bytes: JsonSchema = { type: 'integer' }

const error: JsonSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'string',
      description:
        "A code. With lenient handling of refused fields a sentence in the caller's language; of ERR_OTHER_OPEN_TICKET the ticket as JSON.",
    },
    code: { type: 'string', description: 'The code, where `error` is a sentence.' },
    fields: {
      type: 'object',
      description: 'Of ERR_VALIDATION: what is wrong, by field.',
      additionalProperties: { type: 'string' },
    },
    dueDate: {
      type: 'string',
      format: 'date-time',
      description: 'Of ERR_SUBSCRIPTION_EXPIRED: until when the company had paid.',
    },
    limitBytes: { ...bytes, description: 'Of a file that is too large: what one may have.' },
    quota: {
      type: 'object',
      description: "Of ERR_MEDIA_QUOTA_REACHED: the company's files.",
      properties: { usedBytes: bytes, allowedBytes: bytes },
    },
    scope: { type: 'string', description: 'Of ERR_API_KEY_SCOPE: what the key lacks.' },
    requestId: { type: 'string', description: 'Name it when you ask the operator about this answer.' },
  },
}

/**
 * The OpenAPI document of these endpoints: requests from the schemas that validate them, answers from the types of the routes.
 * @param answers by `METHOD path`.
 */
export function buildOpenApi(
  endpoints: readonly AnyEndpoint[],
  version: string,
  answers: Api['answers'] = api.answers,
): OpenApi {
  const paths: OpenApi['paths'] = {}
  const pathsById = listPathsById(endpoints)
  for (const endpoint of endpoints) {
    const isById = pathsById.includes(endpoint.path)
    const path = openApiPath(isById ? toShape(endpoint.path).replace(':', ':id') : endpoint.path)
    const operation = buildOperation(endpoint, readAnswer(endpoint, answers), isById)
    paths[path] = { ...paths[path], [endpoint.method]: operation }
  }
  const used = new Set(endpoints.map(({ tag }) => tag))
  const groups = tagGroups.map(({ name, tags }) => ({ name, tags: tags.filter((tag) => used.has(tag)) }))
  const refusals = new Set(endpoints.flatMap(listErrorCodes))
  return {
    openapi: '3.1.0',
    info: { title: 'Balcão', version, description, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/', description: 'This desk' }],
    tags: groups.flatMap(({ tags }) => tags.map((name) => ({ name, description: endpointTags[name][2] }))),
    'x-tagGroups': groups.filter(({ tags }) => tags.length > 0),
    paths,
    components: {
      schemas: { Error: error, ...listReferred(paths) },
      examples: buildErrorExamples(errorCodes.filter((code) => refusals.has(code))),
      parameters: sharedParameters,
      securitySchemes,
    },
  }
}
