import { errorStatus, isErrorCode, type ErrorCode } from '@balcao/contracts'
import { AppError } from '@balcao/kernel'
import { Metadata, status, type ServiceError, type StatusObject } from '@grpc/grpc-js'

const CODE = 'desk-error'
const WIRE = 'desk-wire-bin'
const RETRY_AFTER = 'desk-retry-after'
/* The callee answered: gRPC must not retry. */
const NO_RETRY = { name: 'grpc-retry-pushback-ms', value: '-1' }

const statusNamed: Record<string, number | string> = status

/** An AppError as a gRPC status; its code travels as `desk-error` metadata. Anything else becomes INTERNAL without detail. */
export function toStatus(error: unknown): StatusObject {
  const known = error instanceof AppError ? error : new AppError('ERR_INTERNAL')
  const metadata = new Metadata()
  metadata.set(CODE, known.code)
  metadata.set(NO_RETRY.name, NO_RETRY.value)
  if (known.wire !== undefined) metadata.set(WIRE, Buffer.from(known.wire))
  if (known.retryAfterSeconds !== undefined) metadata.set(RETRY_AFTER, String(known.retryAfterSeconds))
  return {
    code: Number(statusNamed[errorStatus[known.kind].grpc]),
    details: known.detail ?? known.code,
    metadata,
  }
}

/** The gRPC status name of an error. */
export const grpcStatusName = (error: unknown): string =>
  error instanceof AppError ? errorStatus[error.kind].grpc : 'INTERNAL'

const codeOfStatus: Partial<Record<number, ErrorCode>> = {
  [status.DEADLINE_EXCEEDED]: 'ERR_DEADLINE',
  [status.UNAVAILABLE]: 'ERR_UNAVAILABLE',
  [status.CANCELLED]: 'ERR_UNAVAILABLE',
  [status.RESOURCE_EXHAUSTED]: 'ERR_TOO_MANY_REQUESTS',
}

/** The callee's AppError; a failure of the transport becomes ERR_DEADLINE or ERR_UNAVAILABLE. */
export function fromServiceError(error: ServiceError): AppError {
  const metadata = error.metadata ?? new Metadata()
  const [told] = metadata.get(CODE)
  const [wire] = metadata.get(WIRE)
  const [retryAfter] = metadata.get(RETRY_AFTER)
  const code = isErrorCode(told) ? told : (codeOfStatus[error.code] ?? 'ERR_INTERNAL')
  return new AppError(code, {
    detail: error.details,
    cause: error,
    ...(wire === undefined ? {} : { wire: wire.toString() }),
    ...(retryAfter === undefined ? {} : { retryAfterSeconds: Number(retryAfter) }),
  })
}
