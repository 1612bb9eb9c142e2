import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'

import { AppError, SECOND } from '@balcao/kernel'

const SLOW_BODY_MS = 10 * SECOND
/* Maximum nesting of a parsed body; our deepest contract has four levels. */
const MAX_DEPTH = 40

const malformed = (detail: string) => new AppError('ERR_MALFORMED_REQUEST', { detail })

/** All bytes of a request, at most `limitBytes`, within 10 s. The rest of a refused body is discarded. */
function readBytes(request: IncomingMessage, limitBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const stop = (settle: () => void) => {
      clearTimeout(timer)
      request.off('data', onData).off('end', onEnd).off('error', onGone).off('close', onGone)
      settle()
    }
    const refuse = (error: AppError) =>
      stop(() => {
        request.resume()
        reject(error)
      })
    const onData = (chunk: Buffer) => {
      size += chunk.length
      if (size > limitBytes) refuse(new AppError('ERR_BODY_TOO_LARGE'))
      else chunks.push(chunk)
    }
    const onEnd = () =>
      stop(() => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)))
    const onGone = () => stop(() => reject(malformed('the body broke off')))
    const timer = setTimeout(() => refuse(malformed('the body came too slowly')), SLOW_BODY_MS)
    request.on('data', onData).on('end', onEnd).on('error', onGone).on('close', onGone)
  })
}

/* An own key `__proto__` could change Object.prototype in a later merge. */
function refuseHostileShape(value: unknown, depth = 0): void {
  if (typeof value !== 'object' || value === null) return
  if (depth > MAX_DEPTH) throw malformed('the body nests too deeply')
  for (const [key, inner] of Object.entries(value)) {
    if (key === '__proto__') throw malformed('a key is not allowed')
    refuseHostileShape(inner, depth + 1)
  }
}

export function parseJson(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw malformed('the body is not UTF-8')
  let value: unknown
  try {
    value = JSON.parse(bytes.toString('utf8'))
  } catch (cause) {
    throw new AppError('ERR_MALFORMED_REQUEST', { detail: 'the body is not JSON', cause })
  }
  refuseHostileShape(value)
  return value
}

export const hasBody = (request: IncomingMessage): boolean =>
  request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0

/* @throws {AppError} ERR_MALFORMED_REQUEST, ERR_BODY_TOO_LARGE */
async function readJsonBytes(request: IncomingMessage, limitBytes: number): Promise<Buffer> {
  const encoding = request.headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity') throw malformed('compressed bodies are not accepted')
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? ''))
    throw malformed('only application/json is accepted')
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) throw new AppError('ERR_BODY_TOO_LARGE')
  return readBytes(request, limitBytes)
}

/**
 * The JSON body, `{}` when there is none. Compressed bodies are refused by their header.
 * @throws {AppError} ERR_MALFORMED_REQUEST, ERR_BODY_TOO_LARGE
 */
export async function readJsonBody(request: IncomingMessage, limitBytes: number): Promise<unknown> {
  return hasBody(request) ? (await readRawJson(request, limitBytes)).value : {}
}

/**
 * A JSON body with the bytes that a signature is made of. The value is `{}` when there are none.
 * @throws {AppError} ERR_MALFORMED_REQUEST, ERR_BODY_TOO_LARGE
 */
export async function readRawJson(
  request: IncomingMessage,
  limitBytes: number,
): Promise<{ rawBody: Buffer; value: unknown }> {
  const rawBody = await readJsonBytes(request, limitBytes)
  return { rawBody, value: rawBody.length === 0 ? {} : parseJson(rawBody) }
}
