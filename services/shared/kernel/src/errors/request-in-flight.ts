import { AppError } from './app-error'

const ASK_AGAIN_SECONDS = 1

/** The refusal of a request while another one with its `Idempotency-Key` is worked on. */
export const requestInFlight = (cause?: unknown): AppError =>
  new AppError('ERR_IDEMPOTENCY_IN_FLIGHT', { retryAfterSeconds: ASK_AGAIN_SECONDS, cause })
