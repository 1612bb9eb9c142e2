import { AppError } from '@balcao/kernel'

/** Elections, shutdowns, time limits and write concerns that could not be met: the same call may succeed later. */
const AWAY_CODES = new Set([6, 7, 50, 64, 89, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436])
const AWAY_NAMES =
  /^Mongo(NetworkError|NetworkTimeoutError|ServerSelectionError|NotConnectedError|OperationTimeoutError|TopologyClosedError|PoolClearedError|PoolClearedOnNetworkError|WaitQueueTimeoutError|oseServerSelectionError)$/
const AWAY_LABELS = ['RetryableWriteError', 'RetryableError', 'SystemOverloadedError']
/* A bulk write hides the lost connection in an error of its own, which keeps only the text. */
const AWAY_TEXT =
  /\bE(CONNRESET|CONNREFUSED|PIPE|TIMEDOUT|HOSTUNREACH|NOTFOUND|AI_AGAIN)\b|^connection .* (closed|timed out)/

/** An error's shape: the driver's classes are loaded only where MongoDB is used. */
interface MongoErrorLike {
  name?: unknown
  message?: unknown
  code?: unknown
  errorLabels?: unknown
  writeErrors?: unknown
  result?: unknown
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

function isAway(error: unknown): boolean {
  if (!isObject(error)) return false
  const { name, code, errorLabels, message }: MongoErrorLike = error
  return (
    AWAY_NAMES.test(String(name)) ||
    (String(name).startsWith('Mongo') && typeof code === 'number' && AWAY_CODES.has(code)) ||
    (name === 'MongoBulkWriteError' && code === undefined && AWAY_TEXT.test(String(message))) ||
    (Array.isArray(errorLabels) && AWAY_LABELS.some((label) => errorLabels.includes(label)))
  )
}

/** An unreachable engine as ERR_UNAVAILABLE; anything else unchanged. */
export const mapMongoFailure = (error: unknown): unknown =>
  isAway(error)
    ? new AppError('ERR_UNAVAILABLE', { detail: 'message documents are not reachable', cause: error })
    : error

/** Whether some documents of a bulk were refused, and every other one was written with the requested durability. */
export function isOnlyRefusals(error: unknown): boolean {
  if (!isObject(error)) return false
  const { writeErrors, result }: MongoErrorLike = error
  return Array.isArray(writeErrors) && writeErrors.length > 0 && !hasConcernError(result)
}

const hasConcernError = (result: unknown): boolean =>
  isObject(result) &&
  'getWriteConcernError' in result &&
  typeof result.getWriteConcernError === 'function' &&
  Boolean(result.getWriteConcernError())
