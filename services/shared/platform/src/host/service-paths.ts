import * as contracts from '@balcao/contracts'
import { endpointTags } from '@balcao/contracts'
import type { ServiceName } from '@balcao/kernel'

import { MEDIA_PATH, PROGRAM_MEDIA_PATH } from '../media/signed-links'

/**
 * Paths that are no endpoint of the contracts: the documentation, sockets, the webhook of the official API, and signed links to media. Other files below `/public`
 * (logos, the sample sheet) are the web app's.
 */
const otherPaths: readonly [ServiceName, string][] = [
  ['auth', '/docs'],
  ['messaging-gateway', '/webhooks/whatsapp'],
  ['realtime', '/socket.io'],
  ['tickets', MEDIA_PATH.slice(0, -1)],
  ['tickets', PROGRAM_MEDIA_PATH.slice(0, -1)],
]

const isBelow = (path: string, prefix: string): boolean => path === prefix || path.startsWith(`${prefix}/`)

const fixedPart = (path: string): string => path.replace(/\/:.*$/, '')
const firstSegment = (path: string): string => `/${path.split('/')[1] ?? ''}`

/* Other paths are prefixes as they are. A first segment that one service's endpoints have for themselves stands for all paths below it;
   where services share one, each has its paths up to their first parameter, and the longest prefix wins. */
function derivePrefixes(owned: readonly [ServiceName, string][]): Record<ServiceName, readonly string[]> {
  const owners = new Map<string, ServiceName>()
  const shared = new Set<string>()
  for (const [service, path] of owned) {
    const segment = firstSegment(path)
    if ((owners.get(segment) ?? service) !== service) shared.add(segment)
    owners.set(segment, service)
  }
  const servicePrefix = (path: string): string => {
    const segment = firstSegment(path)
    return shared.has(segment) ? fixedPart(path) : segment
  }
  const prefixes = (name: ServiceName): string[] => {
    const own = owned.filter(([service]) => service === name).map(([, path]) => servicePrefix(path))
    const other = otherPaths.filter(([service]) => service === name).map(([, path]) => path)
    const all = [...new Set([...own, ...other])].sort()
    return all.filter((prefix) => !all.some((shorter) => shorter !== prefix && isBelow(prefix, shorter)))
  }
  return {
    auth: prefixes('auth'),
    billing: prefixes('billing'),
    campaigns: prefixes('campaigns'),
    'messaging-gateway': prefixes('messaging-gateway'),
    realtime: prefixes('realtime'),
    tickets: prefixes('tickets'),
  }
}

/**
 * Path prefixes of each service, from the endpoints: whole segments only; the longest prefix wins.
 * The ingress, the local cluster's front proxy and the network policy tests are generated from this table.
 */
export const servicePaths = derivePrefixes(
  contracts
    .listEndpoints(contracts)
    .map(({ tag, path }): [ServiceName, string] => [endpointTags[tag][0], path]),
)

/**
 * A GET that accepts HTML is a page of the web app, even where a route has the same path (`/tickets`),
 * unless its path begins with one of these.
 */
export const nonPagePrefixes: readonly string[] = [
  '/api',
  '/assets',
  '/docs',
  '/healthz',
  '/metrics',
  '/public',
  '/readyz',
  '/socket.io',
  '/webhooks/whatsapp',
]

/** The service that answers this path; undefined when none does. */
export function findServiceByPath(path: string): ServiceName | undefined {
  const owners = Object.entries(servicePaths) as [ServiceName, readonly string[]][]
  const matches = owners.flatMap(([service, prefixes]) =>
    prefixes.filter((prefix) => isBelow(path, prefix)).map((prefix) => ({ service, prefix })),
  )
  return matches.sort((left, right) => right.prefix.length - left.prefix.length)[0]?.service
}

export const isNonPagePath = (path: string): boolean =>
  nonPagePrefixes.some((prefix) => isBelow(path, prefix))
