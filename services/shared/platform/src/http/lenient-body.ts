import { isRecord } from '@balcao/kernel'

import { ABSENT, convertScalar, hasDefault, isNothing } from './conversions'
import type { IgnoredFields } from './ignored-fields'
import { describeSchema, joinPath, type SchemaParts, type Shape } from './schema-parts'

/* Left in the object, where the structural check refuses them by name; so are an object's `refused` fields. */
const POLLUTING = new Set(['__proto__', 'constructor', 'prototype'])

/* Fields under the names that this desk gives them. A page that has the other name keeps its value there, whatever else it sends back. */
function withOwnNames(
  fields: NonNullable<SchemaParts['fields']>,
  value: Record<string, unknown>,
): Record<string, unknown> {
  const renamed = new Map(Object.entries(value))
  for (const [key, field] of Object.entries(fields)) {
    const other = describeSchema(field)?.spec.meta?.also
    if (other === undefined || !renamed.has(other)) continue
    renamed.set(key, renamed.get(other))
    renamed.delete(other)
  }
  return Object.fromEntries(renamed)
}

function convertObject(
  { fields = {}, spec }: SchemaParts,
  value: Record<string, unknown>,
  path: string,
  ignored: IgnoredFields,
): Record<string, unknown> {
  const kept: [string, unknown][] = []
  const isRefused = (key: string, inner: unknown) =>
    POLLUTING.has(key) || (spec.meta?.refused?.includes(key) === true && !isNothing(inner))
  for (const [key, inner] of Object.entries(withOwnNames(fields, value))) {
    const fullPath = joinPath(path, key)
    const isKnown = Object.hasOwn(fields, key)
    if (!isKnown && !isRefused(key, inner) && ignored.add(fullPath)) continue
    const converted = isKnown ? convertLeniently(fields[key], inner, fullPath, ignored) : inner
    if (converted !== ABSENT) kept.push([key, converted])
    else if (!hasDefault(fields[key])) ignored.add(fullPath)
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
  const parts = describeSchema(schema)
  if (parts?.fields && isRecord(value)) return convertObject(parts, value, path, ignored)
  const innerType = parts?.innerType
  if (!innerType || !Array.isArray(value)) return convertScalar(schema, value)
  return value.map((inner: unknown, index) => {
    const converted = convertLeniently(innerType, inner, joinPath(path, index), ignored)
    return converted === ABSENT ? null : converted
  })
}
