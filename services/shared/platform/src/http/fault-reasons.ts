import { literals, type FaultReason } from '@balcao/contracts'
import type { ValidationError } from 'yup'

/* Names of yup's tests. `min` and `max` of numbers are `number`. */
const byTest: Record<string, FaultReason> = {
  required: 'required',
  optionality: 'required',
  nullable: 'required',
  email: 'email',
  oneOf: 'choice',
  matches: 'format',
  integer: 'number',
}

const byMessage: Record<string, FaultReason> = {
  [literals.required]: 'required',
  [literals.mandatory]: 'required',
  [literals.short]: 'short',
  [literals.long]: 'long',
  'unknown field': 'unknown',
  'must be a number': 'number',
}

/** The reason of a fault that the schema found. */
export function readReason({ type = '', params }: ValidationError): FaultReason {
  const value = params?.value
  if (value === '' || value === null || value === undefined) return 'required'
  if (type === 'min' || type === 'max') {
    if (typeof value === 'number') return 'number'
    return type === 'min' ? (Array.isArray(value) ? 'required' : 'short') : 'long'
  }
  if (type === 'typeError') return typeof value === 'number' ? 'number' : 'invalid'
  return byTest[type] ?? 'invalid'
}

/** The reason of a fault that something else than the schema's checks found. */
export const readMessageReason = (message: string): FaultReason => byMessage[message] ?? 'invalid'
