import { AppError } from '@balcao/kernel'

const RETRYABLE = new Set(['40001', '40P01'])
/** Shutdown, crash, starting up, too many connections, and socket errors. */
const CONNECTION_LOST = new Set([
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  '25P03',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
])
/* A write on a replica, and BEGIN READ WRITE on one: the server was the primary, or its name leads to another one by now. */
const READ_ONLY = '25006'
const NOT_SUPPORTED = '0A000'
/* PgBouncer's code for every failure; severity ERROR with this code means a client's broken protocol, a bug. */
const POOLER_FAILED = '08P01'
const STATEMENT_TIMEOUT = '57014'
const LOCK_NOT_AVAILABLE = '55P03'
const DIVISION_BY_ZERO = '22012'
/** The code that `refuse_absent` raises. */
export const COMPANY_ABSENT = 'BA001'
/* Of a number that was given for an integer column; a sum that is too large has the same code, from elsewhere, and is a bug. */
const OUT_OF_RANGE = '22003'
const READS_INTEGER = /^pg_strtoint/

/** Structural type: `instanceof` fails for errors of node's own realm. */
interface ErrorLike {
  code?: unknown
  message?: unknown
  severity?: unknown
  cause?: unknown
  constraint?: unknown
  routine?: unknown
}

const asErrorLike = (error: unknown): ErrorLike | undefined =>
  typeof error === 'object' && error !== null ? error : undefined

/** SQLSTATE or system code of an error, through our own wrapping. */
export function readPgCode(error: unknown): string | undefined {
  const like = asErrorLike(error)
  if (!like) return undefined
  return typeof like.code === 'string' && !(error instanceof AppError) ? like.code : readPgCode(like.cause)
}

export const isDivisionByZero = (error: unknown): boolean => readPgCode(error) === DIVISION_BY_ZERO

function isConnectionText(error: unknown): boolean {
  const like = asErrorLike(error)
  if (!like) return false
  return (
    /^Connection terminated|not queryable|timeout exceeded when trying to connect/.test(
      String(like.message),
    ) || isConnectionText(like.cause)
  )
}

function isPoolerFailure(error: unknown): boolean {
  const like = asErrorLike(error)
  if (!like) return false
  return (like.code === POOLER_FAILED && like.severity === 'FATAL') || isPoolerFailure(like.cause)
}

/** What a transaction decided by is no longer so: it is run again, as after a serialization failure. */
export class TransactionConflict extends Error {
  readonly code = '40001'
}

/** Deadlock or serialization failure: the same transaction may succeed when run again. */
export const isRetryable = (error: unknown): boolean => RETRYABLE.has(readPgCode(error) ?? '')

/** The server takes no writes: nothing was written, and a connection of today may lead to one that does. */
export const isReadOnlyServer = (error: unknown): boolean => readPgCode(error) === READ_ONLY

/** The same, of what BEGIN failed with. */
export const isBegunOnReplica = (error: unknown): boolean => readPgCode(error) === NOT_SUPPORTED

/** A prepared statement answers with another type by now, and fails on this connection for ever; nothing was written. */
export function isStalePlan(error: unknown): boolean {
  const like = asErrorLike(error)
  if (!like) return false
  // Postgres has no code for it alone, and its message is in the server's language.
  return (like.code === NOT_SUPPORTED && like.routine === 'RevalidateCachedQuery') || isStalePlan(like.cause)
}

/** The server, its being the primary, or the connection is lost: the same work may succeed later. */
export const isDatabaseGone = (error: unknown): boolean =>
  isReadOnlyServer(error) ||
  CONNECTION_LOST.has(readPgCode(error) ?? '') ||
  isConnectionText(error) ||
  isPoolerFailure(error)

/** The company of the transaction is on another primary, or on its way. */
export const isCompanyAbsent = (error: unknown): boolean => readPgCode(error) === COMPANY_ABSENT

/** A lock that was asked for was not free within `lock_timeout`. */
export const isLockTimeout = (error: unknown): boolean => readPgCode(error) === LOCK_NOT_AVAILABLE

/* Of a unique index, of a foreign key. */
const VIOLATIONS = new Set(['23505', '23503'])

/** The name of the violated unique or foreign key: stores map it to the code of the conflict. */
export function violatedConstraint(error: unknown): string | undefined {
  if (!VIOLATIONS.has(readPgCode(error) ?? '')) return undefined
  const like = asErrorLike(error)
  return typeof like?.constraint === 'string' ? like.constraint : violatedConstraint(like?.cause)
}

export const takesNoWrites = (cause: unknown): AppError =>
  new AppError('ERR_UNAVAILABLE', { detail: 'the database takes no writes', cause })

function isTooLargeForItsColumn(error: unknown): boolean {
  const like = asErrorLike(error)
  if (!like) return false
  return (
    (like.code === OUT_OF_RANGE && READS_INTEGER.test(String(like.routine))) ||
    isTooLargeForItsColumn(like.cause)
  )
}

/**
 * Maps errors that leave the adapter: AppError as it is, a lost database and a company that moves to ERR_UNAVAILABLE, a timeout to ERR_DEADLINE, a number
 * that its column cannot hold to ERR_VALIDATION (an id of what older installations number with integers), bugs as they are.
 */
export function mapPgError(error: unknown): unknown {
  if (error instanceof AppError) return error
  if (isReadOnlyServer(error)) return takesNoWrites(error)
  if (isDatabaseGone(error))
    return new AppError('ERR_UNAVAILABLE', { detail: 'database connection lost', cause: error })
  if (isCompanyAbsent(error))
    return new AppError('ERR_UNAVAILABLE', {
      detail: 'the company is moving to another primary',
      cause: error,
    })
  if (readPgCode(error) === STATEMENT_TIMEOUT)
    return new AppError('ERR_DEADLINE', { detail: 'database statement timed out', cause: error })
  if (isTooLargeForItsColumn(error))
    return new AppError('ERR_VALIDATION', { detail: 'a number is out of range', cause: error })
  return error
}
