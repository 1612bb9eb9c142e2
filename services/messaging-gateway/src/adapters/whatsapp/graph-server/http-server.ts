import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { KEEP_ALIVE_MS } from '@balcao/platform'

import type { Answer, Call } from './call'
import type { AnswerFault } from './faults'
import { GraphError, toErrorBody } from './graph-error'
import { readErrorCode } from './error-codes'
import type { GraphNetwork } from './network'
import { chooseEndpoint } from './routes'
import { parseVersion } from './version'

const LOOPBACK = '127.0.0.1'
/* Documents may have 100 MB (business-phone-numbers/media, 2025-12-11); the rest of the form is small. */
const LARGEST_BODY_BYTES = 101 * 1024 * 1024

/** The HTTP side of the network: versions, faults, errors as Meta writes them. */
export class GraphHttpServer {
  private readonly http: Server

  constructor(
    private readonly network: GraphNetwork,
    private readonly onError: (error: unknown) => void,
  ) {
    this.http = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
      this.answer(request, response).catch((error: unknown) => {
        // A caller that breaks off in the middle of its body.
        if (request.errored) return
        this.onError(error)
        if (!response.headersSent) this.write(response, this.toFailure(new GraphError(1, { status: 500 })))
        else response.destroy()
      })
    })
  }

  /** Resolves with the origin. */
  async start(port: number): Promise<string> {
    await new Promise<void>((resolve, reject) =>
      this.http.once('error', reject).listen(port, LOOPBACK, resolve),
    )
    return `http://${LOOPBACK}:${(this.http.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    this.http.closeAllConnections()
    await new Promise((resolve) => this.http.close(resolve))
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://graph.invalid')
    const method = request.method ?? 'GET'
    const fault = this.network.faults.take(method, url.pathname)
    if (fault?.kind === 'cut-before') return void request.socket.destroy()
    const body = await readBody(request)
    if (!body) return this.write(response, this.toFailure(new GraphError(1, { status: 413 })))
    if (fault?.kind === 'refuse') return this.write(response, this.toRefusal(fault))
    const answer = await this.process({ method, url, headers: request.headers, body })
    if (fault?.kind === 'cut-after') return void request.socket.destroy()
    if (fault?.kind === 'slow')
      return this.network.schedule.after(fault.delayMs, () => this.write(response, answer))
    this.write(response, answer)
  }

  private async process(request: {
    method: string
    url: URL
    headers: Call['headers']
    body: Buffer
  }): Promise<Answer> {
    const { method, url, headers, body } = request
    try {
      const { version, path } = parseVersion(url.pathname, this.network.settings.versions)
      const call: Call = { method, path, query: url.searchParams, headers, body }
      const answer = await chooseEndpoint(this.network, call)(this.network, call)
      return { ...answer, headers: { 'facebook-api-version': `v${version}.0`, ...answer.headers } }
    } catch (error) {
      if (error instanceof GraphError) return this.toFailure(error)
      throw error
    }
  }

  private toFailure(error: GraphError): Answer {
    return {
      status: error.options.status ?? readErrorCode(error.code).statuses[0],
      body: toErrorBody(error, randomBytes(16).toString('base64url')),
      headers: {
        // Of errors with a token (docs/graph-api, seen in answers since 2015).
        ...(error.code === 190 && {
          'www-authenticate': `OAuth "Facebook Platform" "invalid_token" "${error.message}"`,
        }),
      },
    }
  }

  private toRefusal({ status, code }: Extract<AnswerFault, { kind: 'refuse' }>): Answer {
    if (code !== undefined) return this.toFailure(new GraphError(code, { status }))
    return {
      status,
      body: Buffer.from('<!DOCTYPE html><html><body>Sorry, something went wrong.</body></html>'),
      headers: { 'content-type': 'text/html; charset=utf-8' },
    }
  }

  private write(response: ServerResponse, { status, body, headers = {} }: Answer): void {
    if (response.destroyed) return
    const isBytes = Buffer.isBuffer(body)
    response.writeHead(status, {
      'content-type': isBytes ? 'application/octet-stream' : 'application/json; charset=UTF-8',
      'cache-control': 'private, no-cache, no-store, must-revalidate',
      ...headers,
    })
    response.end(isBytes ? body : JSON.stringify(body))
  }
}

/* Undefined when it is too large. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let sizeBytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length
    if (sizeBytes <= LARGEST_BODY_BYTES) chunks.push(chunk)
  }
  return sizeBytes <= LARGEST_BODY_BYTES ? Buffer.concat(chunks) : undefined
}
