import type { Schema } from 'yup'

export interface JsonSchema {
  $ref?: string
  title?: string
  description?: string
  type?: string | string[]
  format?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  pattern?: string
  items?: JsonSchema
  prefixItems?: JsonSchema[]
  anyOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
}

interface Test {
  name?: string
  params?: Record<string, unknown>
}

interface Description {
  type: string
  nullable?: boolean
  optional?: boolean
  default?: unknown
  oneOf?: unknown[]
  tests?: Test[]
  fields?: Record<string, Description>
  innerType?: Description
}

const readNumber = (test: Test | undefined, key: string): number | undefined => {
  const value = test?.params?.[key]
  return typeof value === 'number' ? value : undefined
}

function limits({ type, tests = [] }: Description): JsonSchema {
  const named = (name: string) => tests.find((test) => test.name === name)
  const min = readNumber(named('min'), 'min')
  const max = readNumber(named('max'), 'max')
  const keys = {
    string: ['minLength', 'maxLength'],
    array: ['minItems', 'maxItems'],
    number: ['minimum', 'maximum'],
  }[type]
  const limit: Record<string, unknown> = {}
  if (keys?.[0] && min !== undefined) limit[keys[0]] = min
  if (keys?.[1] && max !== undefined) limit[keys[1]] = max
  const pattern = named('matches')?.params?.regex
  if (pattern instanceof RegExp && pattern.flags === '') limit.pattern = pattern.source
  if (named('email')) limit.format = 'email'
  return limit
}

const withNull = (type: string, isNullable: boolean | undefined): string | string[] =>
  isNullable ? [type, 'null'] : type

function convertObject({ fields = {} }: Description): JsonSchema {
  const required = Object.entries(fields).filter(
    ([, field]) => field.optional === false && field.default === undefined,
  )
  return {
    properties: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, convert(field)])),
    ...(required.length > 0 ? { required: required.map(([name]) => name) } : {}),
    additionalProperties: false,
  }
}

function convert(description: Description): JsonSchema {
  const { type, nullable, oneOf = [], tests = [], innerType } = description
  if (type === 'mixed') return oneOf.length > 0 ? { enum: oneOf } : {}
  const isInteger = type === 'number' && tests.some((test) => test.name === 'integer')
  const schema: JsonSchema = {
    type: withNull(isInteger ? 'integer' : type === 'date' ? 'string' : type, nullable),
    ...limits(description),
  }
  if (type === 'date') schema.format = 'date-time'
  if (oneOf.length > 0) schema.enum = oneOf
  if (description.default !== undefined && type !== 'object') schema.default = description.default
  if (type === 'array') schema.items = innerType ? convert(innerType) : {}
  return type === 'object' ? { ...schema, ...convertObject(description) } : schema
}

/** The JSON Schema (2020-12) of a yup schema: types, limits, patterns, enums, defaults. Custom tests are not shown. */
export const toJsonSchema = (schema: Schema): JsonSchema =>
  convert(schema.describe() as unknown as Description)
