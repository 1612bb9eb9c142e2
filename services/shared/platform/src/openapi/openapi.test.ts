import * as contracts from '@balcao/contracts'
import {
  array,
  boolean,
  endpoint,
  idField,
  idText,
  mixed,
  number,
  object,
  route,
  string,
  text,
  type Sent,
} from '@balcao/contracts'
import { createConfig, lintFromString } from '@redocly/openapi-core'

import { api } from './api'
import { toJsonSchema } from './json-schema'
import { buildOpenApi } from './openapi'

describe('a yup schema as JSON schema', () => {
  it('keeps types, limits, enums, defaults, null and what is required', () => {
    const schema = object({
      name: text(50).min(2).required(),
      count: number().integer().min(0).max(9).nullable().default(3),
      color: string().oneOf(['red', 'blue']).optional(),
      on: boolean().required(),
      ids: array(idField().required()).max(5),
      code: text(6).matches(/^\d{6}$/),
      any: mixed().optional(),
      inner: object({ deep: text(3).required() }),
    })
    expect(toJsonSchema(schema)).toEqual({
      type: 'object',
      required: ['name', 'on'],
      additionalProperties: false,
      properties: {
        name: { type: 'string', minLength: 2, maxLength: 50 },
        count: { type: ['integer', 'null'], minimum: 0, maximum: 9, default: 3 },
        color: { type: 'string', enum: ['red', 'blue'] },
        on: { type: 'boolean' },
        ids: { type: 'array', maxItems: 5, items: { type: 'integer', minimum: 1, maximum: 2_147_483_647 } },
        code: { type: 'string', maxLength: 6, pattern: '^\\d{6}$' },
        any: {},
        inner: {
          type: 'object',
          required: ['deep'],
          additionalProperties: false,
          properties: { deep: { type: 'string', maxLength: 3 } },
        },
      },
    })
  })
})

describe('the OpenAPI document', () => {
  it('describes a route from the data that checks it', () => {
    const body = object({ name: text(5).required() })
    const put = endpoint(route('put', '/things/:thingId').with<{ body: Sent<typeof body> }>(), {
      access: 'admin',
      plan: 'useKanban',
      status: 201,
      params: object({ thingId: idText().required() }),
      body,
      uploads: { field: 'medias', maxCount: 2 },
      tag: 'tags',
      summary: 'Changes a thing.',
      errors: ['ERR_NO_TAG_FOUND'],
    })
    const answers = { 'PUT /things/:thingId': { name: 'putThing', schema: { type: 'object' } } }
    const { paths } = buildOpenApi([put], '1.0.0', answers)
    expect(paths['/things/{thingId}']?.put).toMatchObject({
      operationId: 'putThing',
      summary: 'Changes a thing',
      security: [{ session: [] }, { apiKey: [] }],
      'x-scope': 'tags:write',
      'x-rate-limit': { class: 'default', per: 'user' },
      'x-access': 'admin',
      'x-plan': 'useKanban',
      parameters: [
        { name: 'thingId', in: 'path', required: true },
        { $ref: '#/components/parameters/Prefer' },
        { $ref: '#/components/parameters/IdempotencyKey' },
      ],
      requestBody: {
        content: {
          'multipart/form-data': { schema: { properties: { medias: { type: 'array', maxItems: 2 } } } },
        },
      },
      responses: {
        201: { content: { 'application/json': { schema: { type: 'object' } } } },
        403: {
          content: {
            'application/json': {
              examples: {
                ERR_NO_PERMISSION: { $ref: '#/components/examples/ERR_NO_PERMISSION' },
                ERR_PLAN_FEATURE_DISABLED: {},
                ERR_SESSION_EXPIRED: {},
              },
            },
          },
        },
        404: { description: '`ERR_NO_TAG_FOUND`: No tag found.' },
        409: {
          headers: { 'Retry-After': {} },
          content: { 'application/json': { examples: { ERR_IDEMPOTENCY_IN_FLIGHT: {} } } },
        },
        422: { content: { 'application/json': { examples: { ERR_IDEMPOTENCY_MISMATCH: {} } } } },
        429: { headers: { 'Retry-After': {} } },
      },
    })
  })

  describe('of every endpoint of the contracts', () => {
    const endpoints = contracts.listEndpoints(contracts)
    const document = buildOpenApi(endpoints, '1.0.0')
    const toOperation = (method: string, path: string) =>
      (document.paths[path.replace(/:(\w+)/g, '{$1}')] ?? document.paths[path.replace(/:\w+/g, '{id}')])?.[
        method
      ]
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path))

    it('has each, by a name of its own', () => {
      expect(endpoints.length).toBeGreaterThan(200)
      expect(operations).toHaveLength(endpoints.length)
      expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(endpoints.length)
      expect(operations.filter(({ summary }) => summary.includes('`'))).toEqual([])
    })

    it('names Idempotency-Key and what it answers at each that an API key may write, and at the send call', () => {
      const methodOf = new Map(
        Object.values(document.paths).flatMap((path) =>
          Object.entries(path).map(([method, { operationId }]) => [operationId, method]),
        ),
      )
      const named = operations.filter(({ parameters }) =>
        JSON.stringify(parameters).includes('IdempotencyKey'),
      )
      const written = operations.filter(
        (operation) => operation['x-scope'] !== undefined && methodOf.get(operation.operationId) !== 'get',
      )
      expect(written.length).toBeGreaterThan(80)
      expect(named.map(({ operationId }) => operationId).sort()).toEqual(
        [...written.map(({ operationId }) => operationId), 'sendApi'].sort(),
      )
      for (const { responses } of written)
        expect(Object.values(responses)[0]?.headers).toHaveProperty('idempotent-replayed')
    })

    it('says what each answers: JSON by its schema, a file, or that it is empty', () => {
      const isSaid = ({ responses }: (typeof operations)[number]) => {
        const [status = '', success] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? []
        return status !== '' && (success?.content !== undefined || success?.description.endsWith('is empty.'))
      }
      expect(
        operations.filter((operation) => !isSaid(operation)).map(({ operationId }) => operationId),
      ).toEqual([])
    })

    it('has an example of each JSON answer, which the linter compares with the schema', () => {
      const answers = operations.flatMap(({ operationId, responses }) => {
        const answer = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1]
        const json = answer?.content?.['application/json']
        return json ? [{ operationId, ...json }] : []
      })
      expect(answers.length).toBeGreaterThan(240)
      expect(answers.filter(({ example }) => example === undefined)).toEqual([])
    })

    it('has an example of each JSON body, which the route reads strictly', () => {
      const bodies = endpoints.flatMap(({ method, path, body, uploads }) => {
        const json = toOperation(method, path)?.requestBody?.content['application/json']
        const isEmpty = Object.values(json?.schema.properties ?? {}).every(({ type }) => type === undefined)
        return body && !(isEmpty || uploads)
          ? [{ name: `${method} ${path}`, body, example: json?.example }]
          : []
      })
      expect(bodies.length).toBeGreaterThan(80)
      const faults = bodies.map(({ name, body, example }) => {
        try {
          return example ? body.validateSync(example, { strict: true }) && '' : `${name}: none`
        } catch (error) {
          return `${name}: ${String(error)}`
        }
      })
      expect(faults.filter((fault) => fault !== '')).toEqual([])
    })

    it('explains every error code and has every tag in one group', () => {
      expect(contracts.errorCodes.filter((code) => !api.errors[code])).toEqual([])
      const grouped = document['x-tagGroups'].flatMap(({ tags }) => tags)
      expect([...grouped].sort()).toEqual([...new Set(endpoints.map(({ tag }) => tag))].sort())
    })

    it('is valid to the linter', async () => {
      const problems = await lintFromString({
        source: JSON.stringify(document),
        // The specification's paths: ids are digits, which no literal is.
        config: await createConfig({ extends: ['recommended'], rules: { 'no-ambiguous-paths': 'off' } }),
      })
      expect(
        problems.map(({ ruleId, message, location: [place] }) => `${ruleId}: ${message} ${place?.pointer}`),
      ).toEqual([])
    })
  })
})
