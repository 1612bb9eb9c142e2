import { AppError, isRecord, readText, SECOND, type OutgoingHttp } from '@balcao/kernel'
import { createOutgoingHttp, isSameToken } from '@balcao/platform'

import { parsePixAmount } from '../../features/payments/payment-provider.port'

export interface ProviderAnswer {
  status: number
  body: Record<string, unknown>
}

export interface ProviderEndpoint {
  /** From the operator's configuration. */
  url: string
  clientCertificate?: { pfx: Buffer; passphrase?: string }
}

/* An address on plain HTTP is a stand-in of the provider beside us: it is trusted; the real ones have to be public. */
function createProviderHttp({ url, clientCertificate }: ProviderEndpoint): OutgoingHttp {
  const { protocol, origin, hostname } = new URL(url)
  return createOutgoingHttp({
    hosts: [hostname],
    ...(protocol === 'http:' && { trustedOrigins: [origin] }),
    ...(clientCertificate && { clientCertificate }),
    maxBytes: 1024 * 1024,
    totalMs: 10 * SECOND,
    idleMs: 10 * SECOND,
  })
}

async function readBody(body: AsyncIterable<Buffer>): Promise<Record<string, unknown>> {
  const parts: Buffer[] = []
  for await (const part of body) parts.push(part)
  try {
    const parsed: unknown = JSON.parse(Buffer.concat(parts).toString('utf8'))
    return isRecord(parsed) ? parsed : {}
  } catch {
    // No JSON: an error page. The status says what happened.
    return {}
  }
}

export interface ProviderRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers: Record<string, string>
  body?: unknown
}

/** One call of the API at `path`, with a JSON answer. @throws {AppError} ERR_UNAVAILABLE for 5xx and 429, and as `OutgoingHttp.send` */
export type ProviderCall = (path: string, request: ProviderRequest) => Promise<ProviderAnswer>

export function createProviderCall(endpoint: ProviderEndpoint): ProviderCall {
  const http = createProviderHttp(endpoint)
  return async (path, { method, headers, body }) => {
    const answer = await http.send(endpoint.url + path, {
      method,
      headers: { ...headers, accept: 'application/json', 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const read = await readBody(answer.body)
    if (answer.status >= 500 || answer.status === 429)
      throw new AppError('ERR_UNAVAILABLE', { detail: `the payment provider answered ${answer.status}` })
    return { status: answer.status, body: read }
  }
}

/** What a charge's own address says; undefined for one that the provider does not know. @throws {AppError} ERR_UNAVAILABLE */
export function readCharge(what: string, answer: ProviderAnswer): ProviderAnswer['body'] | undefined {
  if (answer.status === 404) return undefined
  if (answer.status !== 200) throw refusedBy(what, answer)
  return answer.body
}

/** Cents of several amounts together. @throws {AppError} ERR_UNAVAILABLE for one that is no amount: nothing is decided from it */
export function readCents(what: string, amounts: readonly unknown[]): number {
  const cents = amounts.reduce<number>((sum, amount) => sum + parsePixAmount(amount), 0)
  if (Number.isNaN(cents))
    throw new AppError('ERR_UNAVAILABLE', {
      detail: `${what}: an amount of the payment provider cannot be read`,
    })
  return cents
}

/** @throws {AppError} ERR_UNAUTHORIZED unless a webhook carried our secret */
export function assertSecret(given: unknown, secret: string): void {
  if (!isSameToken(readText(given), secret)) throw new AppError('ERR_UNAUTHORIZED')
}

/** Refusals of the charge itself are no errors: it was paid or has ended. @throws {AppError} ERR_UNAVAILABLE when we are refused */
export function assertAllowed(what: string, answer: ProviderAnswer): void {
  if (answer.status === 401 || answer.status === 403) throw refusedBy(what, answer)
}

/** A refusal that our configuration or code causes. */
export const refusedBy = (what: string, { status }: ProviderAnswer): AppError =>
  new AppError('ERR_UNAVAILABLE', { detail: `${what}: the payment provider answered ${status}` })
