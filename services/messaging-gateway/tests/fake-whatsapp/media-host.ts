import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

import type { BinaryNode } from '@whiskeysockets/baileys'

import { selfSigned } from './self-signed'
import { stanza } from './stanza'

const LOOPBACK = '127.0.0.1'
const REAL_HOSTS = ['mmg.whatsapp.net', 'media.whatsapp.net', 'pps.whatsapp.net']
const CHUNK_BYTES = 16_384

export interface Upload {
  path: string
  sizeBytes: number
  /** The bytes match the hash in the token, base64url with or without padding. */
  isIntact: boolean
}

/** Stores encrypted files like the network's media hosts. Serves HTTP and HTTPS on loopback. */
export class MediaHost {
  readonly uploads: Upload[] = []
  readonly downloads: string[] = []
  /** Pause before each 16 kB of an answer. */
  chunkDelayMs = 0
  /** The certificate of the HTTPS server: trust it, or set NODE_EXTRA_CA_CERTS to a file that contains it. */
  readonly certificate: string
  /** The host name in `url`s of messages and in `media_conn`; `loopback` means the HTTPS server itself. */
  hostName = 'mmg.whatsapp.net'

  private readonly blobs = new Map<string, { bytes: Buffer; mimeType: string }>()
  private readonly expired = new Set<string>()
  private readonly failures: number[] = []
  private readonly plain: Server
  private readonly secure: Server

  constructor() {
    const { key, cert } = selfSigned(['localhost', ...REAL_HOSTS], [LOOPBACK])
    this.certificate = cert
    const handle = (request: IncomingMessage, response: ServerResponse): void => {
      this.answer(request, response).catch(() => response.destroy())
    }
    this.plain = createServer(handle)
    this.secure = createSecureServer({ key, cert }, handle)
  }

  async start(): Promise<void> {
    await Promise.all([this.plain, this.secure].map((server) => listen(server)))
  }

  get httpUrl(): string {
    return `http://${LOOPBACK}:${readPort(this.plain)}`
  }

  get httpsUrl(): string {
    return `https://${LOOPBACK}:${readPort(this.secure)}`
  }

  /** The next answers have this status: 404 or 410 for expired files, 500 and the like. */
  failNext(status: number, count = 1): void {
    for (let i = 0; i < count; i++) this.failures.push(status)
  }

  /** The file at this path has expired: answers 410. */
  expire(path: string): void {
    this.expired.add(withoutQuery(path))
  }

  /** Stores a file and answers its path: as the real hosts', with a query that is part of what a message names. */
  put(bytes: Buffer, mimeType = 'application/octet-stream', folder = '/v/t62'): string {
    const path = `${folder}/${randomBytes(12).toString('hex')}.enc`
    this.blobs.set(path, { bytes, mimeType })
    return `${path}?ccb=11-4&oh=01_fake&oe=FFFFFFFF&_nc_sid=5e03e0`
  }

  read(path: string): Buffer | undefined {
    return this.blobs.get(withoutQuery(path))?.bytes
  }

  /** The `url` field of a message for this path. */
  buildUrl(path: string): string {
    return `https://${this.hostName === 'loopback' ? new URL(this.httpsUrl).host : this.hostName}${path}`
  }

  /** The answer to `media_conn`. */
  connectionNodes(): BinaryNode[] {
    const hostname = new URL(this.buildUrl('/')).host
    const attrs = { auth: 'fake-auth', ttl: '300', auth_ttl: '3600', max_buckets: '12' }
    return [stanza('media_conn', attrs, [stanza('host', { hostname, type: 'primary' })])]
  }

  async stop(): Promise<void> {
    await Promise.all(
      [this.plain, this.secure].map((server) => {
        server.closeAllConnections()
        return new Promise((resolve) => server.close(resolve))
      }),
    )
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://host')
    const failure = this.failures.shift()
    if (failure !== undefined) {
      request.resume()
      return void response.writeHead(failure).end()
    }
    if (request.method === 'POST') return this.take(request, response, url)
    this.downloads.push(url.pathname)
    if (this.expired.has(url.pathname)) return void response.writeHead(410).end()
    const blob = this.blobs.get(url.pathname)
    if (!blob) return void response.writeHead(404).end()
    await this.give(request, response, blob)
  }

  private async take(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const bytes = Buffer.concat(parts)
    const token = decodeURIComponent(url.pathname.split('/').at(-1) ?? '').replace(/=+$/, '')
    const isIntact = createHash('sha256').update(bytes).digest('base64url') === token
    const path = this.put(bytes)
    this.uploads.push({ path, sizeBytes: bytes.length, isIntact })
    if (!isIntact) return void response.writeHead(400).end(JSON.stringify({ error: 'hash mismatch' }))
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ url: this.buildUrl(path), direct_path: path, handle: token }))
  }

  private async give(
    request: IncomingMessage,
    response: ServerResponse,
    { bytes, mimeType }: { bytes: Buffer; mimeType: string },
  ): Promise<void> {
    const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '')
    const from = range ? Number(range[1]) : 0
    const to = range?.[2] ? Math.min(Number(range[2]), bytes.length - 1) : bytes.length - 1
    response.writeHead(range ? 206 : 200, {
      'content-type': mimeType,
      'content-length': to - from + 1,
      ...(range && { 'content-range': `bytes ${from}-${to}/${bytes.length}` }),
    })
    if (this.chunkDelayMs === 0) return void response.end(bytes.subarray(from, to + 1))
    for (let at = from; at <= to && !response.destroyed; at += CHUNK_BYTES) {
      await delay(this.chunkDelayMs)
      response.write(bytes.subarray(at, Math.min(at + CHUNK_BYTES, to + 1)))
    }
    response.end()
  }
}

const withoutQuery = (path: string): string => path.split('?')[0] ?? ''

const listen = (server: Server): Promise<void> =>
  new Promise((resolve, reject) => server.once('error', reject).listen(0, LOOPBACK, resolve))

const readPort = (server: Server): number => (server.address() as AddressInfo).port
