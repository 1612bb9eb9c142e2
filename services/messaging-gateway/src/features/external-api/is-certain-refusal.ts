import { AppError } from '@balcao/kernel'

/** Whether the error says that nothing was sent. After a timeout tickets may have stored the message and its files. */
export const isCertainRefusal = (error: unknown): boolean =>
  error instanceof AppError && error.kind !== 'unavailable' && error.kind !== 'internal'
