import { AppError } from '@balcao/kernel'

const AWAY_NAMES =
  /^(TimeoutError|RequestTimeout|SlowDown|ServiceUnavailable|InternalError|ThrottlingException)$/
/* In the text and not in `code`: the client may wrap what the socket said. */
const AWAY_TEXT =
  /\b(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)\b|socket hang up/

/** An error's shape: the client's classes are loaded only where S3 is used. */
interface S3ErrorLike {
  name?: unknown
  message?: unknown
  $metadata?: unknown
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const statusOf = ({ $metadata }: S3ErrorLike): unknown =>
  isObject($metadata) && 'httpStatusCode' in $metadata ? $metadata.httpStatusCode : undefined

export const isAbsent = (error: unknown): boolean =>
  isObject(error) && 'name' in error && (error.name === 'NoSuchKey' || error.name === 'NotFound')

/** What leaves the adapter: a store that is away as ERR_UNAVAILABLE, bugs and refused keys as they are. */
export function mapS3Error(error: unknown): unknown {
  if (!isObject(error) || error instanceof AppError) return error
  const { name, message }: S3ErrorLike = error
  const status = statusOf(error)
  const isAway =
    AWAY_NAMES.test(String(name)) ||
    AWAY_TEXT.test(String(message)) ||
    (typeof status === 'number' && status >= 500)
  return isAway
    ? new AppError('ERR_UNAVAILABLE', { detail: 'the media store is not reachable', cause: error })
    : error
}
