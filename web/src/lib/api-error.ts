import type { MediaBytes } from '@balcao/contracts'

import { isRecord } from './read-json'

/** An error answer, read once: its code (or raw sentence), its fields, or "no answer at all". */
export type ApiError =
  | { kind: 'network' }
  | {
      kind: 'answer'
      status: number
      error: string
      fields: Record<string, string>
      requestId?: string
      /** With a 402: until when the company has paid. */
      dueDate?: string
      /** With a 413 for a file. */
      limitBytes?: number
      /** When a file was refused because the company's media have what its plan allows. */
      quota?: MediaBytes
    }

const readTextFields = (value: unknown): Record<string, string> =>
  isRecord(value)
    ? Object.fromEntries(
        Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      )
    : {}

const readQuota = (value: unknown): MediaBytes | undefined =>
  isRecord(value) && typeof value.usedBytes === 'number' && typeof value.allowedBytes === 'number'
    ? { usedBytes: value.usedBytes, allowedBytes: value.allowedBytes }
    : undefined

/** Reads what a failed query or mutation rejected with. */
export const readApiError = (error: unknown): ApiError => {
  if (!isRecord(error) || typeof error.status !== 'number') return { kind: 'network' }
  const data = isRecord(error.data) ? error.data : {}
  return {
    kind: 'answer',
    status: error.status,
    error: typeof data.error === 'string' ? data.error : '',
    fields: readTextFields(data.fields),
    requestId: typeof data.requestId === 'string' ? data.requestId : undefined,
    dueDate: typeof data.dueDate === 'string' ? data.dueDate : undefined,
    limitBytes: typeof data.limitBytes === 'number' ? data.limitBytes : undefined,
    quota: readQuota(data.quota),
  }
}

/** The code of an error answer, or '' without one. */
export const readErrorCode = (error: unknown): string => {
  const read = readApiError(error)
  return read.kind === 'answer' ? read.error : ''
}

export const isHttpStatus = (error: unknown, status: number): boolean =>
  isRecord(error) && error.status === status
