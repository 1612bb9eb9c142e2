import { Schema } from 'yup'

import { describeSchema } from './schema-parts'

/* The one table of conversions: what a form, a JSON body or a query may say for a value, by the kind of the field. */

type Kind = 'id' | 'integer' | 'number' | 'boolean' | 'choice' | 'text'

/** What a converted value is when the field is not given. */
export const ABSENT = Symbol('absent')

const isWhole = (schema: Schema) => schema.describe().tests.some(({ name }) => name === 'integer')

function findKind(schema: Schema): Kind | undefined {
  const { type, spec } = describeSchema(schema) ?? {}
  if (type === 'number') return spec?.meta?.kind === 'id' ? 'id' : isWhole(schema) ? 'integer' : 'number'
  if (type === 'boolean') return 'boolean'
  if (type !== 'string') return undefined
  const { oneOf } = schema.describe() as { oneOf?: unknown[] }
  return oneOf && oneOf.length > 0 && !oneOf.includes('') ? 'choice' : 'text'
}

/** Whether a form field holds nothing. */
export const isNothing = (value: unknown): boolean => value === null || value === ''
const isNoNumber = (value: unknown) =>
  isNothing(value) || value === false || value === 'null' || value === 'Nenhuma'

/** Whether a form means "none" by this value. No id is 0. */
const isNone: Record<Kind, (value: unknown) => boolean> = {
  id: (value) => isNoNumber(value) || value === 0 || value === '0',
  integer: isNoNumber,
  number: isNoNumber,
  boolean: isNothing,
  choice: isNothing,
  text: (value) => value === null,
}

const written: Record<Exclude<Kind, 'choice' | 'text' | 'boolean'>, RegExp> = {
  id: /^[1-9]\d{0,15}$/,
  integer: /^-?\d{1,15}$/,
  number: /^-?\d{1,15}(\.\d{1,10})?$/,
}
const flags = new Map<unknown, boolean>([
  ['true', true],
  ['false', false],
])

function readText(kind: Kind, value: unknown): unknown {
  if (typeof value !== 'string' || kind === 'text' || kind === 'choice') return value
  if (kind === 'boolean') return flags.get(value) ?? value
  return written[kind].test(value) ? Number(value) : value
}

interface Traits {
  kind: Kind | undefined
  isRequired: boolean
  isNullable: boolean
  hasDefault: boolean
  /** Of a text of digits, as an order or a phone number. */
  isDigits: boolean
  /** Whether '' passes the field's own checks. */
  takesEmpty: boolean
}

const known = new WeakMap<Schema, Traits>()

function readTraits(schema: Schema): Traits {
  const before = known.get(schema)
  if (before) return before
  const kind = findKind(schema)
  const { optional, nullable, meta } = describeSchema(schema)?.spec ?? {}
  const traits: Traits = {
    kind,
    isRequired: optional === false || meta?.empty === 'refused',
    isNullable: nullable === true,
    hasDefault: schema.getDefault() !== undefined,
    isDigits: meta?.kind === 'digits',
    takesEmpty: kind === 'text' && schema.isValidSync(''),
  }
  known.set(schema, traits)
  return traits
}

/* Pages with input masks send them along; others send a whole number. */
function withoutMask(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/[\s().-]/g, '')
  return Number.isSafeInteger(value) ? String(value) : value
}

/* A text that is null is '', where '' may be; a text that may not be '' is as good as not given where something replaces it. */
function readEmptyText(traits: Traits, value: unknown): unknown {
  if (!isNothing(value)) return value
  if (traits.takesEmpty) return value === null && !traits.isNullable ? '' : value
  if (traits.isRequired) return value
  return traits.isNullable ? null : traits.hasDefault ? ABSENT : value
}

/**
 * A scalar as its schema has it: none is null where the field may be null, else ABSENT; a number, id or flag may be written
 * as text. Lists, objects and what cannot be read so are answered as they came; so is what a strict reading takes.
 */
export function convertScalar(schema: unknown, value: unknown): unknown {
  if (!(schema instanceof Schema)) return value
  const traits = readTraits(schema)
  const { kind } = traits
  if (kind === undefined || value === undefined) return value
  if (kind === 'text') return readEmptyText(traits, traits.isDigits ? withoutMask(value) : value)
  if (!isNone[kind](value)) return readText(kind, value)
  if (traits.isNullable || traits.isRequired) return null
  return ABSENT
}

/** A number, id or flag as it is written in a text; any other value as it came. */
export function readScalarText(schema: unknown, value: unknown): unknown {
  const kind = schema instanceof Schema ? readTraits(schema).kind : undefined
  return kind === undefined ? value : readText(kind, value)
}

/** Whether a field that is not given gets a value all the same. */
export const hasDefault = (schema: unknown): boolean =>
  schema instanceof Schema && readTraits(schema).hasDefault
