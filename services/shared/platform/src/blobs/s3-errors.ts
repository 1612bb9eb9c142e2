import { AppError } from '@balcao/kernel'

const AWAY_NAMES =
  /^(TimeoutError|RequestTimeout|SlowDown|ServiceUnavailable|InternalError|ThrottlingException)$/
/* Matched in the message, not in `code`: the client may wrap the socket's error. */
const AWAY_TEXT =
  /\b(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)\b|socket hang up/

/** Structural type: the client's error classes are loaded only where S3 is used. */
interface S3ErrorLike {
  name?: unknown
  message?: unknown
  $metadata?: unknown
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const readStatus = ({ $metadata }: S3ErrorLike): unknown =>
  isObject($metadata) && 'httpStatusCode' in $metadata ? $metadata.httpStatusCode : undefined

export const isAbsent = (error: unknown): boolean =>
  isObject(error) && 'name' in error && (error.name === 'NoSuchKey' || error.name === 'NotFound')

/** Maps unavailability to ERR_UNAVAILABLE; bugs and refused keys stay as they are. */
export function mapS3Error(error: unknown): unknown {
  if (!isObject(error) || error instanceof AppError) return error
  const { name, message }: S3ErrorLike = error
  const status = readStatus(error)
  const isAway =
    AWAY_NAMES.test(String(name)) ||
    AWAY_TEXT.test(String(message)) ||
    (typeof status === 'number' && status >= 500)
  return isAway
    ? new AppError('ERR_UNAVAILABLE', { detail: 'the media store is not reachable', cause: error })
    : error
}
