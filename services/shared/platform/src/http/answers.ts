import { constants, gzip, gzipSync } from 'node:zlib'
import { promisify } from 'node:util'

import { errorStatus, languages, sayFaults, type ErrorBody, type FaultReason } from '@balcao/contracts'
import { AppError, JsonText } from '@balcao/kernel'
import type { Request, Response } from 'express'

import { createLogger } from '../telemetry/logger'
import { readMessageReason } from './fault-reasons'
import { readHandling } from './handling'
import { readRequestId } from './request-id'
import { ValidationFailed } from './validate'

const log = createLogger('http')
const inThread = promisify(gzip)
const COMPRESS_FROM_BYTES = 1_024
/** Below this size compressing (0.1 ms) costs less than a round trip to a thread. */
const IN_THREAD_FROM_BYTES = 128 * 1_024
/** The largest hash table takes a fifth of the time off, and 128 kB while it compresses. */
const FASTEST = { level: constants.Z_BEST_SPEED, memLevel: 9 }

const takesGzip = (request: Request) =>
  /\bgzip\b(?!\s*;\s*q=0(\.0+)?\s*(,|$))/i.test(String(request.headers['accept-encoding'] ?? ''))

const compress = async (body: Buffer): Promise<Buffer> =>
  body.length < IN_THREAD_FROM_BYTES ? gzipSync(body, FASTEST) : inThread(body, FASTEST)

/** JSON with `no-store`; gzip at its fastest level above 1 kB. */
export async function sendJson(
  request: Request,
  response: Response,
  status: number,
  value: unknown,
): Promise<void> {
  const body = Buffer.from(value instanceof JsonText ? value.text : JSON.stringify(value))
  response.status(status).setHeader('content-type', 'application/json; charset=utf-8')
  response.setHeader('cache-control', 'no-store')
  response.setHeader('vary', 'Accept-Encoding, Origin')
  const isWorthIt = body.length > COMPRESS_FROM_BYTES && takesGzip(request)
  const sent = isWorthIt ? await compress(body) : body
  if (response.destroyed || response.headersSent) return
  if (isWorthIt) response.setHeader('content-encoding', 'gzip')
  response.setHeader('content-length', sent.length)
  response.end(request.method === 'HEAD' ? undefined : sent)
}

/** Sends what a handler returned: JSON, or no body for `undefined`. Does nothing when the handler answered itself. */
export async function sendAnswer(
  request: Request,
  response: Response,
  status: number,
  answer: unknown,
): Promise<void> {
  if (response.headersSent || response.writableEnded) return
  if (answer !== undefined) return sendJson(request, response, status, answer)
  response.setHeader('cache-control', 'no-store')
  response.status(status).end()
}

/* Express and its router throw errors with a 4xx status (undecodable path) whose text is not shown. */
function asAppError(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error
  if (
    error instanceof Error &&
    'status' in error &&
    Number(error.status) >= 400 &&
    Number(error.status) < 500
  ) {
    return new AppError('ERR_MALFORMED_REQUEST', { cause: error })
  }
  return undefined
}

const readReasons = (told: AppError): Record<string, FaultReason> =>
  told instanceof ValidationFailed
    ? told.reasons
    : Object.fromEntries(
        Object.entries(told.fields ?? {}).map(([field, message]) => [field, readMessageReason(message)]),
      )

/* Forms show `error` alone: of refused fields it is a sentence in the caller's language, and the code stands beside it. */
function describeError(request: Request, told: AppError): Pick<ErrorBody, 'error' | 'code'> {
  const { code, wire } = told
  if (code !== 'ERR_VALIDATION' || readHandling(request) === 'strict') return { error: wire ?? code }
  const wanted = request.acceptsLanguages([...languages])
  const language = languages.find((known) => known === wanted) ?? 'pt'
  return { error: sayFaults(readReasons(told), language), code }
}

const asTold = (error: unknown): AppError => asAppError(error) ?? new AppError('ERR_INTERNAL')

/** What an error is answered with: status from the contracts' table, no detail of a bug. */
export function buildRefusal(
  request: Request,
  response: Response,
  error: unknown,
): { status: number; body: ErrorBody } {
  const told = asTold(error)
  const body: ErrorBody = { ...describeError(request, told), requestId: readRequestId(response) }
  if (told.fields) body.fields = told.fields
  if (told.dueAt) body.dueDate = told.dueAt.toISOString()
  if (told.limitBytes !== undefined) body.limitBytes = told.limitBytes
  if (told.quota) body.quota = told.quota
  if (told.scope !== undefined) body.scope = told.scope
  return { status: errorStatus[told.kind].http, body }
}

/** Logs the error and sends its answer. */
export async function sendError(request: Request, response: Response, error: unknown): Promise<void> {
  const known = asAppError(error)
  const told = asTold(error)
  const requestId = readRequestId(response)
  const level = errorStatus[told.kind].log
  if (!known || level === 'error') log.error({ requestId, err: error }, 'request failed')
  else if (level === 'warn') log.warn({ requestId, code: told.code, err: told }, 'request failed')
  if (response.headersSent) {
    response.destroy()
    return
  }
  if (told.retryAfterSeconds !== undefined) response.setHeader('retry-after', told.retryAfterSeconds)
  response.locals.code = told.code
  const { status, body } = buildRefusal(request, response, error)
  await sendJson(request, response, status, body)
}
