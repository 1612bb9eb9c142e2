import { createHash } from 'node:crypto'

import { IDEMPOTENT_REPLAYED_HEADER, type AnyEndpoint } from '@balcao/contracts'
import { AppError, JsonText, type Session, isRecord } from '@balcao/kernel'
import type { Request, Response } from 'express'

import { answerOnce, type KeptAnswer, type OnceDeps } from '../idempotency'
import { createSealer } from '../sealing'
import { buildRefusal, sendAnswer } from './answers'
import { hashFile } from './hash-file'
import type { UploadedFile } from './multipart'

/** The caller's `Idempotency-Key`: 1 to 255 printable characters. @throws {AppError} ERR_VALIDATION */
export function readIdempotencyKey({ headers }: Pick<Request, 'headers'>): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key))
    throw new AppError('ERR_VALIDATION', { fields: { 'Idempotency-Key': 'Invalid text' } })
  return key
}

export interface Keyed {
  key: string
  session: Session
  apiKeyId: number | undefined
  /** The body as it was sent. */
  raw: unknown
  files: readonly UploadedFile[]
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((name) => [name, sortKeys(value[name])]),
  )
}

/** Hash of what is asked, files included: equal for bodies whose members have another order. */
async function hashRequest({ params, query }: Request, { raw, files }: Keyed): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(sortKeys([params, query, raw])))
  for (const { field, originalName, mimeType, sizeBytes, path } of files) {
    hash.update(JSON.stringify([field, originalName, mimeType, sizeBytes]))
    await hashFile(hash, path)
  }
  return hash.digest('base64url')
}

const stringify = (answer: unknown): string | null => {
  if (answer === undefined) return null
  return answer instanceof JsonText ? answer.text : JSON.stringify(answer)
}

interface Exchange {
  request: Request
  response: Response
  endpoint: AnyEndpoint
  ports: OnceDeps
}

/**
 * Sends the answer of `work`, or the one that was kept for the caller's key. Stored are a hash of the key and the answer sealed under
 * the key itself, as an answer may show a secret.
 * @throws what `answerOnce` throws.
 */
export async function serveOnce(
  { request, response, endpoint, ports }: Exchange,
  keyed: Keyed,
  work: () => Promise<unknown>,
): Promise<void> {
  const { key, session, apiKeyId } = keyed
  const owner = apiKeyId === undefined ? `user ${session.userId}` : `api-key ${apiKeyId}`
  const purpose = `${session.companyId} ${owner} ${endpoint.method} ${endpoint.path}`
  const sealer = createSealer(key, 'idempotency key')
  const keep = (status: number, body: string | null): KeptAnswer => ({
    status,
    answer: body === null ? null : sealer.seal(body, purpose),
  })
  const { status, answer, isReplayed } = await answerOnce(
    ports,
    {
      companyId: session.companyId,
      keyHash: createHash('sha256').update(`${purpose} ${key}`).digest('base64url'),
      requestHash: await hashRequest(request, keyed),
    },
    async () => keep(endpoint.status ?? 200, stringify(await work())),
    (error) => {
      const refusal = buildRefusal(request, response, error)
      return keep(refusal.status, JSON.stringify(refusal.body))
    },
  )
  if (isReplayed) response.setHeader(IDEMPOTENT_REPLAYED_HEADER, 'true')
  const opened = answer === null ? null : sealer.open(answer, purpose)
  await sendAnswer(request, response, status, typeof opened === 'string' ? new JsonText(opened) : undefined)
}
