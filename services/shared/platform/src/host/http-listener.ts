import { createServer, type RequestListener, type Server } from 'node:http'

import { AppError, SECOND, type Running } from '@balcao/kernel'

const FINISH_WITHIN_MS = 10 * SECOND

/** An HTTP server that listens before the services are ready, so that a port in use is reported at once. */
export interface HttpListener extends Running {
  server: Server
  url: string
  port: number
  /** Sets the request handler; until then every request is answered 503. */
  serve(listener: RequestListener): void
  /** Accepts no more requests; those in flight finish within 10 s. */
  stop(): Promise<void>
}

const starting: RequestListener = (request, response) => {
  const isAlive = request.url === '/healthz'
  response.writeHead(isAlive ? 200 : 503, {
    'content-type': 'application/json',
    'retry-after': '1',
    connection: 'close',
  })
  response.end(JSON.stringify(isAlive ? { status: 'ok' } : { error: 'ERR_UNAVAILABLE' }))
}

const reasons: Record<string, string> = {
  EADDRINUSE: 'is in use by another program',
  EACCES: 'needs more rights than this account has',
  EADDRNOTAVAIL: 'is not an address of this machine',
  ENOTFOUND: 'is not an address of this machine',
}

function listen(server: Server, host: string, port: number, variables: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const reason = reasons[cause.code ?? ''] ?? cause.message
      reject(
        new AppError('ERR_UNAVAILABLE', {
          detail: `port ${port} of ${host} ${reason}; set ${variables} to another`,
          cause,
        }),
      )
    })
    server.listen(port, host, resolve)
  })
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const tooLong = setTimeout(() => server.closeAllConnections(), FINISH_WITHIN_MS)
    server.close(() => {
      clearTimeout(tooLong)
      resolve()
    })
    server.closeIdleConnections()
  })
}

/** After Node's 5 s an idle connection is closed under the request that a busy client sends just then. */
export const KEEP_ALIVE_MS = 65 * SECOND

/** Starts listening; `variables` names the settings of host and port. @throws {AppError} ERR_UNAVAILABLE whose detail is one line for the operator. */
export async function openHttpListener(
  host: string,
  port: number,
  variables = 'PORT or HOST',
): Promise<HttpListener> {
  let listener = starting
  let isStopping = false
  const server = createServer((request, response) => {
    if (isStopping) response.setHeader('connection', 'close')
    listener(request, response)
  })
  // Slow headers end after 10 s; bodies have their own limit at the edge.
  server.headersTimeout = 10 * SECOND
  server.requestTimeout = 300 * SECOND
  server.keepAliveTimeout = KEEP_ALIVE_MS
  server.maxHeadersCount = 100
  await listen(server, host, port, variables)
  const address = server.address()
  const actualPort = typeof address === 'object' && address ? address.port : port
  const shownHost =
    host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  return {
    server,
    port: actualPort,
    url: `http://${shownHost}:${actualPort}`,
    serve: (next) => {
      listener = next
    },
    stop: () => {
      isStopping = true
      return close(server)
    },
  }
}
