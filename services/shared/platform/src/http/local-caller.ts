import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'

/** What a request reveals about its sender. */
export interface Caller {
  /** Peer address of the TCP connection; proxy headers are not used. */
  address: string | undefined
  headers: IncomingHttpHeaders
  /** Of the request, as Node reports it: `1.1`. */
  httpVersion: string
}

export const toCaller = ({ socket, headers, httpVersion }: IncomingMessage): Caller => ({
  address: socket.remoteAddress,
  headers,
  httpVersion,
})

const isLoopbackAddress = (address: string): boolean =>
  /^(::ffff:)?127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(address) || address === '::1'

const isLoopbackAuthority = (authority: string): boolean =>
  /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(:\d{1,5})?$/i.test(authority)

const isLoopbackMatch = (match: RegExpExecArray | null): boolean =>
  match?.[1] !== undefined && isLoopbackAuthority(match[1])

const isLoopbackOrigin = (origin: string): boolean => isLoopbackMatch(/^https?:\/\/([^/]+)$/i.exec(origin))

const isLoopbackReferrer = (url: string): boolean => isLoopbackMatch(/^https?:\/\/([^/?#]+)/i.exec(url))

/* Headers of RFC 7239, 9110 and 8586, the older ones of proxies, and those of tunnels and content delivery networks. */
const FORWARDING =
  /^(?:forwarded|via|cdn-loop|true-client-ip|x-(?:forwarded|original|proxy|envoy|amzn|arr|azure|appengine)(?:-.*)?|x-real-ip|x-scheme|x-client-ip|x-cluster-client-ip|x-originating-ip|x-amz-cf-id|(?:cf|fastly|fly|tailscale)-.*)$/

const isForwarded = (headers: IncomingHttpHeaders): boolean =>
  Object.keys(headers).some((name) => FORWARDING.test(name))

/* HTTP/1.0 is what nginx speaks to the server behind it unless told otherwise, with the Host of that server and no header of
   its own; no browser speaks it. */
const isFromThisMachine = ({ address, headers, httpVersion }: Caller): boolean =>
  address !== undefined &&
  isLoopbackAddress(address) &&
  isLoopbackAuthority(headers.host ?? '') &&
  httpVersion !== '1.0' &&
  !isForwarded(headers)

/**
 * Whether a request comes from a program on this machine and from no page of another site. A page can make the
 * browser call us, a name that resolves to 127.0.0.1 can make that call look local, and a proxy beside us is loopback
 * for all its clients: so peer address, host header, page origin and referrer must all be of this machine, and
 * no sign of a proxy may be present.
 */
export function isLocalCaller(caller: Caller): boolean {
  const { origin, referer, 'sec-fetch-site': site } = caller.headers
  if (!isFromThisMachine(caller) || site === 'cross-site') return false
  return (
    (origin === undefined || isLoopbackOrigin(origin)) &&
    (referer === undefined || isLoopbackReferrer(referer))
  )
}

/** Whether a browser on this machine opens a page of ours; the page with the link may be of any site. */
export const isLocalNavigation = (caller: Caller, method: string | undefined): boolean =>
  method === 'GET' &&
  caller.headers['sec-fetch-mode'] === 'navigate' &&
  caller.headers['sec-fetch-dest'] === 'document' &&
  caller.headers.origin === undefined &&
  isFromThisMachine(caller)

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Compares in constant time. False without a secret. */
export function isSameToken(sent: string | undefined, secret: string | undefined): boolean {
  const isSame = timingSafeEqual(digest(sent ?? ''), digest(secret ?? ''))
  return isSame && secret !== undefined && secret.length > 0
}
