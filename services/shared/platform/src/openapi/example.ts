import { exampleWords } from './example-words'
import type { JsonSchema } from './json-schema'

/** Where a value stands. */
interface Position {
  /** That takes or answers it. */
  operation: string
  /** What has the field: a type's or operation's noun, or the field of an object without a name. */
  owner: string
  field: string
  /** Named types around it: none contains itself. */
  within: readonly string[]
  schemas: Readonly<Record<string, JsonSchema>>
}

const NOW = '2026-11-26T12:00:00.000Z'
const LATER = '2027-01-31T12:00:00.000Z'

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** `ticketNote` of `TicketNoteView`, `tag` of `TagRefView` and of `createTag`. */
const nounOf = (name: string) =>
  lowerFirst(/^[a-z]/.test(name) ? name.replace(/^[a-z]+/, '') : name.replace(/(Ref)?View$/, ''))

const toWords = (field: string) => field.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase()

function findWord({ operation, owner, field }: Position): unknown {
  const names = [`${operation}.${field}`, `${owner}.${field}`, field]
  return names.map((name) => exampleWords[name]).find((word) => word !== undefined)
}

const buildTime = (field: string) =>
  /^(due|ends|expires|forecast|send|trial|until)|Until$/.test(field) ? LATER : NOW

const mayBeNull = ({ type, anyOf = [] }: JsonSchema): boolean =>
  [type ?? []].flat().includes('null') || anyOf.some(mayBeNull)

function buildObject(
  { properties = {}, required = [], additionalProperties }: JsonSchema,
  position: Position,
) {
  const made: Record<string, unknown> = {}
  for (const [field, property] of Object.entries(properties)) {
    if (!required.includes(field) && findWord({ ...position, field }) === null) continue
    const value = buildValue(property, { ...position, field })
    if (value !== undefined) made[field] = value
    else if (required.includes(field)) return undefined
  }
  if (typeof additionalProperties !== 'object') return made
  const value = buildValue(additionalProperties, { ...position, field: 'value' })
  return value === undefined ? made : { ...made, name: value }
}

function buildReferred(ref: string, position: Position): unknown {
  const name = ref.replace(/^.*\//, '')
  const schema = position.schemas[name]
  if (!schema || position.within.includes(name)) return undefined
  // What a reference is to is said by its field.
  const owner = (/Ref(View)?$/.test(name) && position.field) || nounOf(name)
  return buildValue(schema, { ...position, owner, field: '', within: [...position.within, name] })
}

function buildList({ items, prefixItems }: JsonSchema, position: Position): unknown[] {
  if (prefixItems) return prefixItems.map((item) => buildValue(item, position))
  const item = items && buildValue(items, position)
  return item === undefined ? [] : [item]
}

function buildScalar(schema: JsonSchema, types: readonly string[], position: Position): unknown {
  const { enum: values, format, maxLength, minimum = 1, maximum } = schema
  const [type] = types
  if (format === 'date-time') return buildTime(position.field)
  const word = findWord(position)
  if (typeof word === type && (values?.includes(word) ?? true)) return word
  if (values) return values[0]
  if (type === 'string') return toWords(position.field).slice(0, maxLength)
  if (type === 'boolean') return !/^(is|has)[A-Z]|^fromMe$/.test(position.field)
  if (type === 'number') return Math.min(Math.max(minimum, 1), maximum ?? Infinity)
  return undefined
}

function buildValue(schema: JsonSchema, position: Position): unknown {
  if (mayBeNull(schema) && findWord(position) === null) return null
  if (schema.$ref) return buildReferred(schema.$ref, position)
  if (schema.const !== undefined) return schema.const
  const choices = schema.anyOf?.map((choice) => buildValue(choice, position))
  if (choices) return choices.find((value) => value !== undefined)
  const types = [schema.type ?? []].flat().map((type) => (type === 'integer' ? 'number' : type))
  if (types.includes('array')) return buildList(schema, position)
  if (!types.includes('object')) return buildScalar(schema, types, position)
  const owner = position.field === '' ? position.owner : position.field
  return buildObject(schema, { ...position, owner }) ?? (types.includes('null') ? null : undefined)
}

/**
 * A value that the schema allows, in words of the trade; undefined where it allows anything.
 * @param name of the operation that takes or answers it.
 */
export const buildExample = (
  schema: JsonSchema,
  name: string,
  schemas: Readonly<Record<string, JsonSchema>>,
): unknown => buildValue(schema, { operation: name, owner: nounOf(name), field: '', within: [], schemas })
