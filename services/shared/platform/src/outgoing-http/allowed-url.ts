import { isIP } from 'node:net'

import { AppError, type OutgoingPolicy } from '@balcao/kernel'

import { isPublicAddress } from './public-address'

const DEFAULT_PORTS: Record<string, number> = { 'https:': 443, 'http:': 80 }

/* Characters that URL parsers treat differently or drop: backslash, white space, control and invisible characters. */
const AMBIGUOUS = /[\\\s\p{Cc}\p{Cf}]/u

const refused = (detail: string, cause?: unknown) =>
  new AppError('ERR_URL_NOT_ALLOWED', { detail, ...(cause !== undefined && { cause }) })

/** The host of a URL as an IP address without brackets, undefined for a name. */
function parseAddress(hostname: string): string | undefined {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  return isIP(bare) ? bare : undefined
}

function parsed(text: string): URL {
  if (AMBIGUOUS.test(text)) throw refused('characters that parsers read differently')
  try {
    return new URL(text)
  } catch (error) {
    throw refused('not a URL', error)
  }
}

const isNamed = (hostname: string, hosts: readonly string[]): boolean =>
  hosts.some((host) =>
    host.startsWith('.') ? hostname.endsWith(host) && hostname.length > host.length : hostname === host,
  )

/** The URL, when the policy allows it. Does not resolve names. @throws {AppError} ERR_URL_NOT_ALLOWED */
export function parseAllowedUrl(input: string | URL, policy: OutgoingPolicy): URL {
  const url = typeof input === 'string' ? parsed(input) : input
  if (url.username !== '' || url.password !== '') throw refused('credentials in a URL')
  if (policy.trustedOrigins?.includes(url.origin)) return url
  const { protocol, hostname } = url
  if (protocol !== 'https:' && !(protocol === 'http:' && policy.allowsPlainHttp))
    throw refused(`protocol ${protocol}`)
  const port = url.port === '' ? DEFAULT_PORTS[protocol] : Number(url.port)
  const ports = policy.ports ?? (policy.allowsPlainHttp ? [443, 80] : [443])
  if (port === undefined || !ports.includes(port)) throw refused(`port ${port}`)
  if (policy.hosts && !isNamed(hostname, policy.hosts)) throw refused('host')
  const address = parseAddress(hostname)
  if (address !== undefined && !isPublicAddress(address)) throw refused('address')
  return url
}

/**
 * The URL of a path on one host: protocol, host and port are exactly those of `base`.
 * @param path begins with one slash, and may have a query.
 * @throws {AppError} ERR_URL_NOT_ALLOWED when the path would lead to another host.
 */
export function buildUrlOnHost(base: string | URL, path: string): URL {
  const host = new URL(base)
  if (!/^\/(?![/\\])/.test(path) || AMBIGUOUS.test(path)) throw refused('path')
  const url = new URL(path, host)
  const isThere = url.protocol === host.protocol && url.hostname === host.hostname && url.port === host.port
  if (!isThere || url.username !== '' || url.password !== '') throw refused('path')
  return url
}
