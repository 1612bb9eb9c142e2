import { isErrorCode, type ErrorCode } from '@balcao/contracts'
import i18next from 'i18next'

import { readApiError } from './api-error'

/** The field of a body that a refusal is about, for codes whose answers name none. */
export const errorFields: Partial<Record<ErrorCode, string>> = {
  ERR_CAMPAIGN_IN_PAST: 'scheduledAt',
}

/** What the server refused, at its fields: the texts of its answer, and the code's words at the code's field. */
export const readFieldErrors = (error: unknown): Record<string, string> => {
  const read = readApiError(error)
  if (read.kind !== 'answer') return {}
  const code = isErrorCode(read.error) ? read.error : undefined
  const field = code && errorFields[code]
  return field ? { ...read.fields, [field]: i18next.t(`backendErrors.${code}`) } : read.fields
}
