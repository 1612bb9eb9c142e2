import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** What a request reveals about its sender. */
export interface Caller {
  /** Peer address of the TCP connection; proxy headers are not used. */
  address: string | undefined
  headers: IncomingHttpHeaders
}

const isLoopbackAddress = (address: string): boolean =>
  /^(::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(address) || address === '::1'

const isLoopbackAuthority = (authority: string): boolean =>
  /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(:\d{1,5})?$/i.test(authority)

function isLoopbackOrigin(origin: string): boolean {
  const match = /^https?:\/\/([^/]+)$/i.exec(origin)
  return match?.[1] !== undefined && isLoopbackAuthority(match[1])
}

/* Headers of RFC 7239 and 9110, and the older ones of proxies. */
const isForwarded = (headers: IncomingHttpHeaders): boolean =>
  Object.keys(headers).some(
    (name) =>
      name === 'forwarded' || name === 'via' || name === 'x-real-ip' || name.startsWith('x-forwarded-'),
  )

/**
 * Whether a request comes from a program on this machine and from no page of another site. A page can make the
 * browser call us, a name that resolves to 127.0.0.1 can make that call look local, and a proxy beside us is loopback
 * for all its clients: so peer address, host header and page origin must all be of this machine, and
 * no forwarding header may be present.
 */
export function isLocalCaller({ address, headers }: Caller): boolean {
  if (!address || !isLoopbackAddress(address) || !isLoopbackAuthority(headers.host ?? '')) return false
  if (isForwarded(headers) || headers['sec-fetch-site'] === 'cross-site') return false
  return headers.origin === undefined || isLoopbackOrigin(headers.origin)
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Compares in constant time. False without a secret. */
export function isSameToken(sent: string | undefined, secret: string | undefined): boolean {
  const isSame = timingSafeEqual(digest(sent ?? ''), digest(secret ?? ''))
  return isSame && secret !== undefined && secret.length > 0
}
