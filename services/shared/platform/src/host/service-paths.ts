import type { ServiceName } from '@balcao/kernel'

/**
 * Path prefixes of each service: whole segments only; the longest prefix wins.
 * The ingress, the local cluster's front door and the network policy tests are generated from this table.
 */
export const servicePaths: Record<ServiceName, readonly string[]> = {
  auth: ['/auth', '/companies', '/dead-events', '/docs', '/settings', '/users', '/version'],
  billing: ['/companies/listPlan', '/plans'],
  campaigns: ['/schedules'],
  'messaging-gateway': [
    '/api/messages',
    '/simulator',
    '/whatsapp',
    '/whatsapp-providers',
    '/whatsapp-web-client',
    '/whatsappsession',
  ],
  realtime: ['/socket.io', '/sync'],
  tickets: ['/contacts', '/messages', '/public', '/queue', '/tags', '/ticket-notes', '/tickets'],
}

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
]

const isBelow = (path: string, prefix: string): boolean => path === prefix || path.startsWith(`${prefix}/`)

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
