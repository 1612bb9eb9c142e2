import { isErrorCode, type ErrorCode } from '@balcao/contracts'
import { AppError } from '@balcao/kernel'
import { ValidationError, type AnyObject, type ObjectSchema, type Schema } from 'yup'

type Shape = ObjectSchema<AnyObject>
type Fields = Record<string, string>

const MAX_FAULTS = 50

/** One message per field path; ERR_VALIDATION unless the contract gives the field a code of its own. */
export class ValidationFailed extends AppError {
  constructor(
    readonly fields: Fields,
    code: ErrorCode = 'ERR_VALIDATION',
  ) {
    super(code, { detail: Object.keys(fields).slice(0, 5).join(', ') })
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const join = (path: string, key: string | number) => (path === '' ? String(key) : `${path}.${key}`)

interface SchemaParts {
  type: string
  fields?: Record<string, Schema>
  innerType?: Schema
  spec: { meta?: { accepts?: string; code?: string } }
}

const describeSchema = (schema: unknown): SchemaParts | undefined =>
  isRecord(schema) && typeof schema.type === 'string' ? (schema as unknown as SchemaParts) : undefined

const jsonTypes: Record<string, string> = {
  string: 'string',
  number: 'number',
  boolean: 'boolean',
  date: 'string',
  array: 'array',
  object: 'object',
}

/* No NUL and no lone surrogate at any depth: Postgres and JSON parsers reject them. */
function isClean(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\u0000')
  return (
    typeof value !== 'object' ||
    value === null ||
    Object.entries(value).every(([key, inner]) => isClean(key) && isClean(inner))
  )
}

const nameOfType = (value: unknown) => (Array.isArray(value) ? 'array' : typeof value)

/**
 * JSON types as the schema declares them, and no unknown key: yup would turn `"12"` into 12, `["a"]` into `"a"`
 * and keep unknown keys. `meta({ accepts: 'number' })` adds one more accepted type.
 */
function structuralFaults(schema: unknown, value: unknown, path: string, faults: Fields): void {
  const parts = describeSchema(schema)
  if (!parts || value === undefined || value === null || Object.keys(faults).length >= MAX_FAULTS) return
  const expected = jsonTypes[parts.type]
  if (!expected || typeof value === 'string') {
    if (!isClean(value)) faults[path] = 'Invalid text'
  }
  if (!expected) return
  const actual = nameOfType(value)
  if (actual !== expected && actual !== parts.spec.meta?.accepts) {
    faults[path] = `must be a ${expected}`
    return
  }
  if (parts.fields && isRecord(value)) {
    for (const [key, inner] of Object.entries(value)) {
      if (!Object.hasOwn(parts.fields, key)) faults[join(path, key).slice(0, 100)] = 'unknown field'
      else structuralFaults(parts.fields[key], inner, join(path, key), faults)
      if (Object.keys(faults).length >= MAX_FAULTS) return
    }
  }
  if (parts.innerType && Array.isArray(value)) {
    for (const [index, inner] of value.entries())
      structuralFaults(parts.innerType, inner, join(path, index), faults)
  }
}

function collectFaults(error: ValidationError): Fields {
  const fields: Fields = {}
  const all = error.inner.length > 0 ? error.inner : [error]
  for (const { path, message } of all.slice(0, MAX_FAULTS)) fields[path ?? ''] ??= message
  return fields
}

/* A contract's rule may return an error code instead of a text: then that code is the answer. */
const codeAmong = (fields: Fields) => Object.values(fields).find(isErrorCode)

/* `meta({ code })` of a field: its faults are answered with that code, beside their texts. */
const codeOfFields = (schema: Shape, fields: Fields): ErrorCode | undefined =>
  Object.keys(fields)
    .map((field) => describeSchema(schema.fields[field])?.spec.meta?.code)
    .find(isErrorCode)

/** Casts (defaults, trims, numbers in a query), then validates. @throws {ValidationFailed} with every fault. */
async function castAndCheck(schema: Shape, value: unknown): Promise<unknown> {
  try {
    const cast: unknown = schema.cast(value, { assert: false })
    return await schema.validate(cast, { strict: true, abortEarly: false })
  } catch (error) {
    if (error instanceof ValidationError) {
      const fields = collectFaults(error)
      const code = codeAmong(fields)
      throw code && code !== 'ERR_VALIDATION'
        ? new AppError(code)
        : new ValidationFailed(fields, codeOfFields(schema, fields))
    }
    if (error instanceof TypeError) throw new ValidationFailed({ '': 'wrong type' })
    throw error
  }
}

/** Path parameters and queries: strings, cast to the schema's types. Unknown keys are ignored. */
export async function validateTexts(schema: Shape, value: Record<string, unknown>): Promise<unknown> {
  const known: Record<string, unknown> = {}
  for (const key of Object.keys(schema.fields)) if (Object.hasOwn(value, key)) known[key] = value[key]
  const faults: Fields = {}
  for (const [key, text] of Object.entries(known)) {
    if (Array.isArray(text) && describeSchema(schema.fields[key])?.type !== 'array')
      faults[key] = 'given twice'
    else if (!isClean(text)) faults[key] = 'Invalid text'
  }
  if (Object.keys(faults).length > 0) throw new ValidationFailed(faults)
  return castAndCheck(schema, known)
}

/** A JSON body: types must match as sent, unknown keys are refused. */
export async function validateBody(schema: Shape, value: unknown): Promise<unknown> {
  if (!isRecord(value)) throw new ValidationFailed({ '': 'must be an object' })
  const faults: Fields = {}
  structuralFaults(schema, value, '', faults)
  if (Object.keys(faults).length > 0) throw new ValidationFailed(faults)
  return castAndCheck(schema, value)
}

const parsedOr = (text: string, otherwise: unknown): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON: the following structural check reports the field.
    return otherwise
  }
}

function fromFormText(schema: unknown, value: unknown): unknown {
  const type = describeSchema(schema)?.type
  if (typeof value !== 'string') return value
  if (type === 'number')
    return value === '' || value === 'null'
      ? null
      : /^-?\d{1,15}(\.\d{1,10})?$/.test(value)
        ? Number(value)
        : value
  if (type === 'boolean') return value === 'true' ? true : value === 'false' ? false : value
  if (type === 'array') {
    const parsed = parsedOr(value, undefined)
    return Array.isArray(parsed) ? parsed : [value]
  }
  if (type === 'object') return parsedOr(value, value)
  if (type === 'mixed' && /^\s*[{[]/.test(value)) return parsedOr(value, value)
  return value
}

/** Fields of a multipart form (strings), converted to the types of the schema. */
export function formToBody(schema: Shape, form: Record<string, unknown>): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(form)) {
    if (key === '__proto__') throw new ValidationFailed({ [key]: 'unknown field' })
    body[key] = fromFormText(Object.hasOwn(schema.fields, key) ? schema.fields[key] : undefined, value)
  }
  return body
}
