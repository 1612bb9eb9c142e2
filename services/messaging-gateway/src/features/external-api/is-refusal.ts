import { AppError } from '@balcao/kernel'

/** Whether a send that failed so was surely not done. Who did not answer may have taken the message, and its files with it. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof AppError && error.kind !== 'unavailable' && error.kind !== 'internal'
