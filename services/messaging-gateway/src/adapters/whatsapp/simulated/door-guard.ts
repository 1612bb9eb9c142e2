import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

import { AppError } from '@balcao/kernel'
import type { RequestHandler } from 'express'

interface Caller {
  /** The peer of the TCP connection; what a proxy says about it is not asked. */
  address: string | undefined
  headers: IncomingHttpHeaders
}

const isLoopbackAddress = (address: string): boolean =>
  /^(::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(address) || address === '::1'

const isLoopbackHost = (host: string): boolean =>
  /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(:\d{1,5})?$/i.test(host)

function isLoopbackOrigin(origin: string): boolean {
  const match = /^https?:\/\/([^/]+)$/i.exec(origin)
  return match?.[1] !== undefined && isLoopbackHost(match[1])
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Constant work whatever was sent. */
function hasToken(headers: IncomingHttpHeaders, token: string | undefined): boolean {
  const sent = headers['x-simulator-token'] ?? /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''
  const isSame = timingSafeEqual(digest(String(sent)), digest(token ?? ''))
  return isSame && token !== undefined && token.length > 0
}

/* A page of another site can make a browser on this machine call us, and a name that points to 127.0.0.1 can make the
   call look local: so the peer, the name it used and the page it comes from must all be of this machine. */
function isOnThisMachine({ address, headers }: Caller): boolean {
  if (!address || !isLoopbackAddress(address) || !isLoopbackHost(headers.host ?? '')) return false
  if (
    headers.forwarded !== undefined ||
    headers['x-forwarded-for'] !== undefined ||
    headers['x-real-ip'] !== undefined
  )
    return false
  if (headers['sec-fetch-site'] === 'cross-site') return false
  return headers.origin === undefined || isLoopbackOrigin(headers.origin)
}

/**
 * Whether a caller may hold the phone: from this machine, or with the token.
 * @throws {AppError} ERR_UNAUTHORIZED
 */
export function assertMayHoldPhone(caller: Caller, token: string | undefined): void {
  const isAllowed = hasToken(caller.headers, token) || isOnThisMachine(caller)
  if (!isAllowed)
    throw new AppError('ERR_UNAUTHORIZED', {
      detail: 'the simulated phone is on this machine only, or behind SIMULATOR_TOKEN',
    })
}

export const doorGuard =
  (token: string | undefined): RequestHandler =>
  (request, _response, next) => {
    assertMayHoldPhone({ address: request.socket.remoteAddress, headers: request.headers }, token)
    next()
  }
