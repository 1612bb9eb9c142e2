import { PassThrough, type Readable } from 'node:stream'

import { AppError, type OutgoingAnswer, type OutgoingHttp, type OutgoingPolicy } from '@balcao/kernel'
import { request, type Dispatcher } from 'undici'

import { findEffectCheck } from '../postgres'
import { parseAllowedUrl } from './allowed-url'
import { createGuardedDispatcher, type Resolve } from './guarded-dispatcher'

const TIMEOUTS = ['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']
const TOO_LARGE = 'UND_ERR_RES_EXCEEDED_MAX_SIZE'

const readErrorCode = (error: Error): string => ('code' in error ? String(error.code) : '')

/** Maps a failure to an AppError; a refusal keeps its code behind a library's wrapping. */
function toAppError(cause: unknown, deadline: AbortSignal): AppError {
  if (deadline.aborted) return new AppError('ERR_DEADLINE', { cause })
  for (let inner = cause; inner instanceof Error; inner = inner.cause) {
    if (inner instanceof AppError) return inner
    if (TIMEOUTS.includes(readErrorCode(inner))) return new AppError('ERR_DEADLINE', { cause })
    if (readErrorCode(inner) === TOO_LARGE)
      return new AppError('ERR_UNAVAILABLE', { detail: 'the answer is too large', cause })
  }
  return new AppError('ERR_UNAVAILABLE', { cause })
}

const plainHeaders = (headers: Dispatcher.ResponseData['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  )

/* A pass-through stream, because the library's errors must be mapped. */
function withOurErrors(body: Readable, deadline: AbortSignal): Readable {
  const ours = new PassThrough()
  body.on('error', (error) => ours.destroy(toAppError(error, deadline)))
  ours.on('close', () => body.destroy())
  return body.pipe(ours)
}

/**
 * An HTTP client for one policy; create one per policy and keep it, because it keeps connections.
 * @param resolve replaces DNS in tests.
 */
export function createOutgoingHttp(
  policy: OutgoingPolicy,
  resolve?: Resolve,
): OutgoingHttp & { dispatcher: Dispatcher } {
  const dispatcher = createGuardedDispatcher(policy, resolve)
  return {
    dispatcher,
    check: (url) => parseAllowedUrl(url, policy),
    send: async (input, sent = {}): Promise<OutgoingAnswer> => {
      const { method = 'GET', headers = {}, body, signal, answersRedirect = false } = sent
      const url = parseAllowedUrl(input, policy)
      if (method !== 'GET') await findEffectCheck()?.beforeOutsideEffect()
      const deadline = AbortSignal.timeout(policy.totalMs)
      const answer = await request(url, {
        dispatcher,
        method,
        headers,
        body: body ?? null,
        signal: signal ? AbortSignal.any([deadline, signal]) : deadline,
      }).catch((error: unknown) => {
        throw toAppError(error, deadline)
      })
      const { statusCode: status } = answer
      if (status >= 300 && status < 400 && !answersRedirect) {
        answer.body.on('error', () => undefined).destroy()
        throw new AppError('ERR_URL_NOT_ALLOWED', { detail: 'redirect' })
      }
      return { status, headers: plainHeaders(answer.headers), body: withOurErrors(answer.body, deadline) }
    },
  }
}
