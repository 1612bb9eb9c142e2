import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'

import { AppError, SECOND, type OutgoingPolicy } from '@balcao/kernel'
import { Agent, type Dispatcher } from 'undici'

import { parseAllowedUrl } from './allowed-url'
import { isPublicAddress } from './public-address'

/** Resolves a name to all its addresses, as `dns.lookup` does with `all`. */
export type Resolve = (
  hostname: string,
  options: { all: true },
  answer: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

const CONNECT_MS = 10 * SECOND
const NOTHING = { address: '', family: 4 }

/**
 * Resolver of the connection itself: the socket connects to the address it returned, so a name cannot change between
 * check and use. A name with any non-public address is refused.
 */
const publicLookup =
  (resolve: Resolve): LookupFunction =>
  (hostname, options, answer) => {
    resolve(hostname, { all: true }, (error, addresses) => {
      const isPublic = addresses?.length > 0 && addresses.every(({ address }) => isPublicAddress(address))
      const failure =
        error ?? (isPublic ? null : new AppError('ERR_URL_NOT_ALLOWED', { detail: 'resolved address' }))
      const { address, family } = addresses?.[0] ?? NOTHING
      if (options.all) answer(failure, failure ? [] : addresses)
      else answer(failure, failure ? '' : address, family)
    })
  }

/**
 * An undici dispatcher that enforces the policy for every request and every connection.
 * Works with a library's own `fetch` too, including redirects that it follows.
 */
export function createGuardedDispatcher(policy: OutgoingPolicy, resolve: Resolve = systemLookup): Dispatcher {
  const { trustedOrigins = [] } = policy
  const limits = {
    headersTimeout: policy.idleMs,
    bodyTimeout: policy.idleMs,
    maxResponseSize: policy.maxBytes,
  }
  const connect = { timeout: CONNECT_MS, ...policy.clientCertificate }
  const trusted = new Agent({ ...limits, connect })
  const guarded = new Agent({ ...limits, connect: { ...connect, lookup: publicLookup(resolve) } })
  return guarded.compose((dispatch) => (options, handler) => {
    const url = parseAllowedUrl(new URL(String(options.origin)), policy)
    if (trustedOrigins.includes(url.origin)) return trusted.dispatch(options, handler)
    // A literal address is connected to without a look-up: `parseAllowedUrl` has checked it.
    return dispatch(options, handler)
  })
}
