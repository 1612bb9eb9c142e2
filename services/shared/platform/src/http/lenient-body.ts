import { ABSENT, convertScalar, hasDefault } from './conversions'
import type { IgnoredFields } from './ignored-fields'
import { describeSchema, isRecord, joinPath, type SchemaParts, type Shape } from './schema-parts'

/* Left in the object, where the structural check refuses them by name. */
const POLLUTING = new Set(['__proto__', 'constructor', 'prototype'])

function convertObject(
  fields: NonNullable<SchemaParts['fields']>,
  value: Record<string, unknown>,
  path: string,
  ignored: IgnoredFields,
): Record<string, unknown> {
  const kept: [string, unknown][] = []
  for (const [key, inner] of Object.entries(value)) {
    const place = joinPath(path, key)
    const isKnown = Object.hasOwn(fields, key)
    if (!isKnown && !POLLUTING.has(key) && ignored.add(place)) continue
    const converted = isKnown ? convertLeniently(fields[key], inner, place, ignored) : inner
    if (converted !== ABSENT) kept.push([key, converted])
    else if (!hasDefault(fields[key])) ignored.add(place)
  }
  return Object.fromEntries(kept)
}

/** The fields of a form, with the texts of a field that was given several times where its schema wants them. */
export function moveRepeatedTexts({ fields }: Shape, form: Record<string, unknown>): Record<string, unknown> {
  const moved = { ...form }
  for (const [key, value] of Object.entries(form)) {
    const target = Object.hasOwn(fields, key) ? describeSchema(fields[key])?.spec.meta?.repeated : undefined
    if (target === undefined || !Array.isArray(value) || target in form) continue
    delete moved[key]
    moved[target] = value
  }
  return moved
}

/**
 * What a form sends, as the schema has it: scalars by the table of conversions, at any depth; without unknown fields and
 * without empty ones that cannot be null, which `ignored` names. What is still wrong is left for the structural check.
 */
export function convertLeniently(
  schema: unknown,
  value: unknown,
  path: string,
  ignored: IgnoredFields,
): unknown {
  const { fields, innerType } = describeSchema(schema) ?? {}
  if (fields && isRecord(value)) return convertObject(fields, value, path, ignored)
  if (!innerType || !Array.isArray(value)) return convertScalar(schema, value)
  return value.map((inner: unknown, index) => {
    const converted = convertLeniently(innerType, inner, joinPath(path, index), ignored)
    return converted === ABSENT ? null : converted
  })
}
