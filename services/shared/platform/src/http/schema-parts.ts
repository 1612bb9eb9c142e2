import { isRecord } from '@balcao/kernel'

import type { AnyObject, ObjectSchema, Schema } from 'yup'

export type Shape = ObjectSchema<AnyObject>

/** What is read of a yup schema besides its own checks. */
export interface SchemaParts {
  type: string
  fields?: Record<string, Schema>
  innerType?: Schema
  spec: {
    nullable?: boolean
    optional?: boolean
    meta?: {
      accepts?: string
      code?: string
      kind?: string
      empty?: 'refused'
      repeated?: string
      /** Of a field: its name in other editions. */
      also?: string
      /** Of an object: fields of other editions for what does not exist here. */
      refused?: readonly string[]
    }
  }
}

/** Undefined for what is no schema. */
export const describeSchema = (schema: unknown): SchemaParts | undefined =>
  isRecord(schema) && typeof schema.type === 'string' ? (schema as unknown as SchemaParts) : undefined

/** The path of a field within its object: `users.0.id`. */
export const joinPath = (path: string, key: string | number): string =>
  path === '' ? String(key) : `${path}.${key}`
