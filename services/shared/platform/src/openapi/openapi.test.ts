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

import { toJsonSchema } from './json-schema'
import { listEndpoints, buildOpenApi } from './openapi'

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
    const { paths } = buildOpenApi([put], '1.0.0')
    expect(paths['/things/{thingId}']?.put).toMatchObject({
      summary: 'Changes a thing.',
      'x-access': 'admin',
      'x-plan': 'useKanban',
      'x-scope': 'tags:write',
      security: [{ bearer: [] }, { apiKey: [] }],
      parameters: [
        { name: 'thingId', in: 'path', required: true },
        { name: 'Prefer', in: 'header', required: false },
      ],
      requestBody: {
        content: {
          'multipart/form-data': { schema: { properties: { medias: { type: 'array', maxItems: 2 } } } },
        },
      },
      responses: {
        201: { description: 'Success' },
        403: {
          description:
            'ERR_API_KEY_ADDRESS, ERR_API_KEY_SCOPE, ERR_NO_PERMISSION, ERR_PLAN_FEATURE_DISABLED, ERR_SESSION_EXPIRED',
        },
        404: { description: 'ERR_NO_TAG_FOUND' },
      },
    })
  })

  it('can be made of every endpoint of the contracts, each with its own path and method', () => {
    const endpoints = listEndpoints(contracts)
    const { paths } = buildOpenApi(endpoints, '1.0.0')
    const operations = Object.values(paths).flatMap((path) => Object.keys(path))
    expect(operations).toHaveLength(endpoints.length)
    expect(endpoints.length).toBeGreaterThan(30)
    expect(() => JSON.stringify(paths)).not.toThrow()
  })
})
