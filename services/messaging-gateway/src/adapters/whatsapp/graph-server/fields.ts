import { isRecord } from '@balcao/kernel'

import { GraphError } from './graph-error'

export type Json = Record<string, unknown>

/**
 * Checks a value of a request. The refusals have the words that clients quote from Meta's answers (2023 to 2026): an unexpected or
 * too long field is 100, a missing one 131008, a wrong value 131009.
 * @param path `text['body']`, as Meta writes it.
 * @throws {GraphError}
 */
export type Check = (value: unknown, path: string) => void

const invalid = (details: string) => new GraphError(131009, { details })
const parameter = (message: string) => new GraphError(100, { message: `(#100) ${message}`, details: '' })

/** Characters as a person counts them on Meta's side: code points. */
export function countCharacters(text: string): number {
  return [...text].length
}

export const anything: Check = () => undefined

export function text(limits: { max?: number; min?: number; name?: string } = {}): Check {
  const { max = Infinity, min = 1, name } = limits
  return (value, path) => {
    if (typeof value !== 'string') throw parameter(`Param ${path} must be a string.`)
    const length = countCharacters(value)
    if (length >= min && length <= max) return
    if (name !== undefined) throw invalid(`${name} length invalid. Min length: ${min}, Max length: ${max}`)
    if (length < min) throw new GraphError(131008, { details: `Missing ${path}` })
    throw parameter(`Param ${path} must be at most ${max} characters long.`)
  }
}

export const flag: Check = (value, path) => {
  if (typeof value !== 'boolean') throw parameter(`Param ${path} must be a boolean.`)
}

export function number(limits: { min: number; max: number }): Check {
  return (value, path) => {
    const parsed = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
    if (typeof parsed !== 'number' || !(parsed >= limits.min && parsed <= limits.max))
      throw invalid(`${path} must be between ${limits.min} and ${limits.max}`)
  }
}

export function oneOf(...allowed: readonly string[]): Check {
  return (value, path) => {
    if (typeof value !== 'string' || !allowed.includes(value))
      throw parameter(`Param ${path} must be one of {${allowed.join(', ')}} - got "${String(value)}".`)
  }
}

/** http or https, with a host. */
export const link: Check = (value, path) => {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw parameter(`Param ${path} is not a valid URI.`)
}

export function list(item: Check, limits: { min: number; max: number; name?: string }): Check {
  return (value, path) => {
    if (!Array.isArray(value)) throw parameter(`Param ${path} must be an array.`)
    if (value.length < limits.min || value.length > limits.max)
      throw invalid(
        `${limits.name ?? path} count invalid. Min count: ${limits.min}, Max count: ${limits.max}`,
      )
    value.forEach((one, index) => item(one, `${path}[${index}]`))
  }
}

/** An object with these fields and no others. */
export function object(fields: Record<string, Check>, needed: readonly string[] = []): Check {
  return (value, path) => {
    if (!isRecord(value)) throw parameter(`Param ${path} must be a JSON object.`)
    const unexpected = Object.keys(value).find((name) => !fields[name])
    if (unexpected !== undefined) throw parameter(`Unexpected key "${unexpected}" on param "${path}".`)
    for (const name of needed)
      if (value[name] === undefined || value[name] === null)
        throw new GraphError(131008, { details: `Parameter ${path}['${name}'] is missing` })
    for (const [name, field] of Object.entries(value))
      if (field !== null) fields[name]?.(field, `${path}['${name}']`)
  }
}
