import { isErrorCode, type ErrorCode, type FaultReason } from '@balcao/contracts'
import { AppError, isRecord } from '@balcao/kernel'
import { ValidationError } from 'yup'

import { ABSENT, convertScalar, hasDefault, readScalarText } from './conversions'
import { readReason, readMessageReason } from './fault-reasons'
import type { IgnoredFields } from './ignored-fields'
import { convertLeniently } from './lenient-body'
import { describeSchema, joinPath, type Shape } from './schema-parts'

type Fields = Record<string, string>

const MAX_FAULTS = 50

/** One message and one reason per field path; ERR_VALIDATION unless the contract gives the field a code of its own. */
export class ValidationFailed extends AppError {
  readonly reasons: Record<string, FaultReason>

  /** @param reasons of the fields whose message does not tell it. */
  constructor(fields: Fields, code: ErrorCode = 'ERR_VALIDATION', reasons: Record<string, FaultReason> = {}) {
    super(code, { detail: Object.keys(fields).slice(0, 5).join(', '), fields })
    this.reasons = Object.fromEntries(
      Object.entries(fields).map(([path, message]) => [
        path,
        (Object.hasOwn(reasons, path) ? reasons[path] : undefined) ?? readMessageReason(message),
      ]),
    )
  }
}

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
      if (!Object.hasOwn(parts.fields, key)) faults[joinPath(path, key).slice(0, 100)] = 'unknown field'
      else structuralFaults(parts.fields[key], inner, joinPath(path, key), faults)
      if (Object.keys(faults).length >= MAX_FAULTS) return
    }
  }
  if (parts.innerType && Array.isArray(value)) {
    for (const [index, inner] of value.entries())
      structuralFaults(parts.innerType, inner, joinPath(path, index), faults)
  }
}

function collectFaults(error: ValidationError) {
  const fields: Fields = {}
  const reasons: Record<string, FaultReason> = {}
  const all = error.inner.length > 0 ? error.inner : [error]
  for (const fault of all.slice(0, MAX_FAULTS)) {
    const { path = '', message } = fault
    fields[path] ??= message
    reasons[path] ??= readReason(fault)
  }
  return { fields, reasons }
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
      const { fields, reasons } = collectFaults(error)
      const code = codeAmong(fields)
      throw code && code !== 'ERR_VALIDATION'
        ? new AppError(code)
        : new ValidationFailed(fields, codeOfFields(schema, fields), reasons)
    }
    if (error instanceof TypeError) throw new ValidationFailed({ '': 'wrong type' })
    throw error
  }
}

/* As `idText` and the other fields of queries expect them: texts that say nothing are left out. */
function withoutEmptyTexts(schema: Shape, texts: Record<string, unknown>, ignored: IgnoredFields) {
  const kept: Record<string, unknown> = {}
  for (const [key, text] of Object.entries(texts)) {
    const converted = convertScalar(schema.fields[key], text)
    if (converted !== ABSENT) kept[key] = converted
    else if (!hasDefault(schema.fields[key])) ignored.add(key)
  }
  return kept
}

/**
 * Path parameters and queries: strings, cast to the schema's types. Unknown keys are ignored.
 * @param ignored given for a lenient reading; it takes the names of unknown and empty fields.
 */
export async function validateTexts(
  schema: Shape,
  value: Record<string, unknown>,
  ignored?: IgnoredFields,
): Promise<unknown> {
  const known: Record<string, unknown> = {}
  const faults: Fields = {}
  for (const [key, text] of Object.entries(value)) {
    if (!Object.hasOwn(schema.fields, key)) {
      ignored?.add(key)
      continue
    }
    known[key] = text
    if (Array.isArray(text) && describeSchema(schema.fields[key])?.type !== 'array')
      faults[key] = 'given twice'
    else if (!isClean(text)) faults[key] = 'Invalid text'
  }
  if (Object.keys(faults).length > 0) throw new ValidationFailed(faults)
  return castAndCheck(schema, ignored ? withoutEmptyTexts(schema, known, ignored) : known)
}

/**
 * A JSON body as the schema has it. Strictly: types must match as sent, unknown keys are refused.
 * @param ignored given for a lenient reading, which converts first (`convertLeniently`); it takes the names of what was ignored.
 */
export async function validateBody(schema: Shape, value: unknown, ignored?: IgnoredFields): Promise<unknown> {
  if (!isRecord(value)) throw new ValidationFailed({ '': 'must be an object' })
  const read = ignored ? convertLeniently(schema, value, '', ignored) : value
  const faults: Fields = {}
  structuralFaults(schema, read, '', faults)
  if (Object.keys(faults).length > 0) throw new ValidationFailed(faults)
  return castAndCheck(schema, read)
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
  if (type === 'number') return value === '' || value === 'null' ? null : readScalarText(schema, value)
  if (type === 'boolean') return readScalarText(schema, value)
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
