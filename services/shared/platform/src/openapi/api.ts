import type { AnyEndpoint } from '@balcao/contracts'
import { api as generated } from '@balcao/contracts/wire'

import type { JsonSchema } from './json-schema'

/** What is generated of the routes' types (scripts/support/api-schemas.mjs). */
export interface Api {
  /** By `METHOD path`: the route's name, and the schema of its answer unless that is empty. */
  answers: Record<string, { name: string; schema?: JsonSchema }>
  /** Of the types that have a name. */
  schemas: Record<string, JsonSchema>
  /** What each error code means. */
  errors: Record<string, string>
}

/* The type of a JSON file has each absent key of a list's other items as undefined. */
export const api = generated as unknown as Api

/** @throws for an endpoint that is not declared as a route of the contracts. */
export function readAnswer(
  { method, path }: Pick<AnyEndpoint, 'method' | 'path'>,
  answers = api.answers,
): Api['answers'][string] {
  const name = `${method.toUpperCase()} ${path}`
  const answer = answers[name]
  if (!answer) throw new Error(`${name} is in no table of routes: run npm run codegen`)
  return answer
}

/** The named schemas that a part of the document refers to, itself or through others. */
export function listReferred(part: unknown): Record<string, JsonSchema> {
  const found = new Map<string, JsonSchema>()
  const visit = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      const schema = api.schemas[name]
      if (found.has(name) || !schema) continue
      found.set(name, schema)
      visit(schema)
    }
  }
  visit(part)
  return Object.fromEntries([...found].sort(([left], [right]) => (left < right ? -1 : 1)))
}
