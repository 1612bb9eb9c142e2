import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

import { errorKinds, errorStatus, type ErrorBody, type ErrorCode } from '@balcao/contracts'
import { SECOND } from '@balcao/kernel'

import { isLocalCaller, isLocalNavigation, toCaller } from '../http/local-caller'
import { createLogger } from '../telemetry/logger'
import { LOCAL_ONLY_PAGE } from './local-only-page'

const log = createLogger('host')
const ASK_EVERY_MS = 1 * SECOND

/** Whether only callers on this machine are served at present: while accounts with a published password can log in. */
export type IsLocalOnly = () => Promise<boolean>

/* A failed question is asked again. */
function remember(ask: IsLocalOnly): IsLocalOnly {
  let askedAt = -Infinity
  let answer = Promise.resolve(true)
  return () => {
    if (performance.now() - askedAt > ASK_EVERY_MS) {
      askedAt = performance.now()
      answer = ask()
      answer.catch(() => (askedAt = -Infinity))
    }
    return answer
  }
}

const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  connection: 'close',
}

const statusOf = (code: ErrorCode): number => errorStatus[errorKinds[code]].http

function refuseRequest(request: IncomingMessage, response: ServerResponse, code: ErrorCode): void {
  const isPage = code === 'ERR_DEMO_LOCAL_ONLY' && (request.headers.accept ?? '').includes('text/html')
  const body: ErrorBody = { error: code }
  const text = isPage ? LOCAL_ONLY_PAGE : JSON.stringify(body)
  const type = isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8'
  response.writeHead(statusOf(code), { ...HEADERS, 'content-type': type })
  response.end(request.method === 'HEAD' ? undefined : text)
}

function refuseUpgrade(socket: Duplex, code: ErrorCode): void {
  const body = JSON.stringify({ error: code })
  socket.end(
    `HTTP/1.1 ${statusOf(code)} Refused\r\nconnection: close\r\ncontent-type: application/json\r\n` +
      `content-length: ${body.length}\r\n\r\n${body}`,
  )
}

const isLocal = (request: IncomingMessage): boolean =>
  isLocalCaller(toCaller(request)) || isLocalNavigation(toCaller(request), request.method)

/* The code that refuses the caller; undefined when it is served. */
async function findRefusal(
  request: IncomingMessage,
  isLocalOnly: IsLocalOnly,
): Promise<ErrorCode | undefined> {
  try {
    if (!(await isLocalOnly())) return undefined
  } catch (error) {
    log.error(
      { err: error },
      'could not find out whether demo accounts can log in; a caller from elsewhere was refused',
    )
    return 'ERR_UNAVAILABLE'
  }
  log.info({ method: request.method }, 'a demo serves this machine only: a caller from elsewhere was refused')
  return 'ERR_DEMO_LOCAL_ONLY'
}

/**
 * Serves callers that are not of this machine only while `isLocalOnly` answers false: pages, API, media and sockets alike. Local
 * callers cost no question. Wraps the server's present listeners, so it is called after all of them are attached.
 */
export function guardServer(server: Server, isLocalOnly: IsLocalOnly): void {
  const ask = remember(isLocalOnly)
  const guard = <Rest extends unknown[]>(
    event: 'request' | 'upgrade',
    refuse: (code: ErrorCode, request: IncomingMessage, ...rest: Rest) => void,
  ) => {
    const listeners = server.listeners(event) as ((request: IncomingMessage, ...rest: Rest) => void)[]
    server.removeAllListeners(event)
    server.on(event, (request: IncomingMessage, ...rest: Rest) => {
      const serve = () => listeners.forEach((listener) => listener.call(server, request, ...rest))
      if (isLocal(request)) return serve()
      void findRefusal(request, ask).then((code) => (code ? refuse(code, request, ...rest) : serve()))
    })
  }
  guard<[ServerResponse]>('request', (code, request, response) => refuseRequest(request, response, code))
  guard<[Duplex, Buffer]>('upgrade', (code, _request, socket) => refuseUpgrade(socket, code))
}
