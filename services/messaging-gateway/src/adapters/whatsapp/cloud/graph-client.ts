import { createHmac, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'

import {
  AppError,
  MINUTE,
  SECOND,
  type OutgoingHttp,
  isRecord,
  readNumber,
  readText,
  type JsonObject,
} from '@balcao/kernel'
import { createOutgoingHttp } from '@balcao/platform'

import type { CloudCredentials } from '../../../features/cloud-accounts/cloud-api.port'
import type { GraphError } from './graph-errors'

export interface GraphSettings {
  /** `https://graph.facebook.com`. */
  origin: string
  /** `v26.0`. */
  version: string
}

export type GraphAnswer = { kind: 'done'; body: JsonObject } | { kind: 'error'; error: GraphError }

interface GraphCall {
  method: 'GET' | 'POST' | 'DELETE'
  /** Below the version. */
  path: string
  query?: Record<string, string>
  body?: JsonObject
  signal?: AbortSignal | undefined
}

export interface Upload {
  name: string
  mimeType: string
  sizeBytes: number
  open(): Promise<Readable>
}

const MAX_ANSWER_BYTES = 1024 * 1024
/* Larger than any file that Meta takes or gives. */
const MAX_FILE_BYTES = 256 * 1024 * 1024

/* Where media URLs of Meta point to; the token goes along, so that nothing else is called. */
const MEDIA_HOSTS = ['graph.facebook.com', '.fbsbx.com', '.fbcdn.net', '.whatsapp.net']

/* Nothing reached the other side. */
const NEVER_SENT = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]

/** Whether a call failed before anything of it was sent. */
export function wasNeverSent(error: unknown): boolean {
  for (let inner = error; inner instanceof Error; inner = inner.cause)
    if ('code' in inner && NEVER_SENT.includes(String(inner.code))) return true
  return false
}

/** Calls of the Graph API. An answer that says no is an answer; what throws is the network. */
export class GraphClient {
  private readonly http: OutgoingHttp
  private readonly files: OutgoingHttp

  constructor(private readonly settings: GraphSettings) {
    const trustedOrigins = [new URL(settings.origin).origin]
    this.http = createOutgoingHttp({
      hosts: ['graph.facebook.com'],
      trustedOrigins,
      maxBytes: MAX_ANSWER_BYTES,
      totalMs: 20 * SECOND,
      idleMs: 15 * SECOND,
    })
    this.files = createOutgoingHttp({
      hosts: MEDIA_HOSTS,
      trustedOrigins,
      maxBytes: MAX_FILE_BYTES,
      totalMs: 10 * MINUTE,
      idleMs: 30 * SECOND,
    })
  }

  /** @throws {AppError} ERR_UNAVAILABLE, ERR_DEADLINE */
  async call(
    credentials: CloudCredentials,
    { method, path, query = {}, body, signal }: GraphCall,
  ): Promise<GraphAnswer> {
    const answer = await this.http.send(this.urlOf(credentials, path, query), {
      method,
      headers: { ...authorization(credentials), ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    })
    return toAnswer(answer.status, await text(answer.body))
  }

  /**
   * The token of a business, for the code of its embedded sign-up: without `redirect_uri`, since the code is of Meta's JavaScript. The
   * secret is in the query, as Meta's page has it; addresses of calls are not logged. @throws as `call`
   */
  async exchangeCode(
    { appId, appSecret }: { appId: string; appSecret: string },
    code: string,
  ): Promise<GraphAnswer> {
    const url = new URL(`${this.settings.origin}/${this.settings.version}/oauth/access_token`)
    const query = { client_id: appId, client_secret: appSecret, code }
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const answer = await this.http.send(url, { method: 'GET' })
    return toAnswer(answer.status, await text(answer.body))
  }

  /** Uploads a file of the number; the answer has its id. @throws as `call`, and what `open` throws */
  async upload(
    credentials: CloudCredentials,
    { name, mimeType, sizeBytes, open }: Upload,
  ): Promise<GraphAnswer> {
    // Not to be guessed by whoever made the file: it would end the part.
    const boundary = randomUUID()
    const field = (part: string, value: string) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${part}"\r\n\r\n${value}\r\n`
    const head = Buffer.from(
      field('messaging_product', 'whatsapp') +
        field('type', mimeType) +
        `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${toFileName(name)}"\r\n` +
        `Content-Type: ${mimeType}\r\n\r\n`,
    )
    const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
    const content = await open()
    const body = Readable.from(
      (async function* () {
        yield head
        for await (const chunk of content) yield chunk as Buffer
        yield tail
      })(),
      { objectMode: false },
    )
    const answer = await this.files.send(this.urlOf(credentials, `${credentials.phoneNumberId}/media`, {}), {
      method: 'POST',
      headers: {
        ...authorization(credentials),
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': String(head.length + sizeBytes + tail.length),
      },
      body,
    })
    return toAnswer(answer.status, await text(answer.body))
  }

  /**
   * Uploads the sample of a template's header for the token's app; the answer has its handle as `h`. `app` is that app: the credentials have
   * no app id. Meta's own collection of requests begins uploads at `app/uploads` (WhatsApp Cloud API, Resumable Upload; read
   * 29 November 2026); the rest is docs/graph-api/guides/upload (v26.0).
   * @throws as `call`, and what `open` throws
   */
  async uploadSample(
    credentials: CloudCredentials,
    { name, mimeType, sizeBytes, open }: Upload,
  ): Promise<GraphAnswer> {
    const started = await this.call(credentials, {
      method: 'POST',
      path: 'app/uploads',
      query: { file_name: toFileName(name), file_length: String(sizeBytes), file_type: mimeType },
    })
    if (started.kind === 'error') return started
    const session = readText(started.body.id)
    if (!session.startsWith('upload:'))
      throw new AppError('ERR_CLOUD_UNAVAILABLE', { detail: 'an answer without an upload session' })
    const answer = await this.files.send(this.urlOf(credentials, session, {}), {
      method: 'POST',
      headers: {
        authorization: `OAuth ${credentials.token}`,
        file_offset: '0',
        'content-type': 'application/octet-stream',
        'content-length': String(sizeBytes),
      },
      body: await open(),
    })
    return toAnswer(answer.status, await text(answer.body))
  }

  /** The bytes of a received file. @throws {AppError} ERR_WAPP_DOWNLOAD_MEDIA */
  async download(credentials: CloudCredentials, mediaId: string): Promise<Readable> {
    try {
      const found = await this.call(credentials, {
        method: 'GET',
        path: encodeURIComponent(mediaId),
        query: { phone_number_id: credentials.phoneNumberId },
      })
      if (found.kind === 'error') throw noMedia(`${found.error.code}`)
      // The host decides nothing: only Meta's are called.
      const answer = await this.files.send(readText(found.body.url), { headers: authorization(credentials) })
      if (answer.status === 200) return answer.body
      answer.body.on('error', () => undefined).destroy()
      throw noMedia(`answered with ${answer.status}`)
    } catch (error) {
      if (error instanceof AppError && error.code === 'ERR_WAPP_DOWNLOAD_MEDIA') throw error
      throw new AppError('ERR_WAPP_DOWNLOAD_MEDIA', { cause: error })
    }
  }

  /* `appsecret_proof` shows Graph that the caller has the app's secret: apps may require it (Graph API, securing requests). */
  private urlOf({ token, appSecret }: CloudCredentials, path: string, query: Record<string, string>): URL {
    const url = new URL(`${this.settings.origin}/${this.settings.version}/${path}`)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    if (appSecret !== '')
      url.searchParams.set('appsecret_proof', createHmac('sha256', appSecret).update(token).digest('hex'))
    return url
  }
}

const noMedia = (detail: string) => new AppError('ERR_WAPP_DOWNLOAD_MEDIA', { detail })

const authorization = ({ token }: CloudCredentials) => ({ authorization: `Bearer ${token}` })

/* A quoted string of a header: neither quotes nor line breaks, ASCII. The name that customers see is in the message. */
const toFileName = (name: string): string => name.replaceAll(/[^\w. -]/g, '_').slice(0, 200) || 'file'

function parse(body: string): JsonObject | undefined {
  try {
    const value = JSON.parse(body) as unknown
    return isRecord(value) ? value : undefined
  } catch {
    // A proxy's page: the status says what is to be done.
    return undefined
  }
}

function toAnswer(status: number, body: string): GraphAnswer {
  const parsed = parse(body)
  if (status >= 200 && status < 300 && parsed) return { kind: 'done', body: parsed }
  const error = isRecord(parsed?.error) ? parsed.error : {}
  return {
    kind: 'error',
    // -1: no code of Graph.
    error: {
      status,
      code: readNumber(error.code) ?? -1,
      subcode: readNumber(error.error_subcode) ?? 0,
      title: readText(error.type),
    },
  }
}
