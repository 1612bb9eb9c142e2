import type { ServiceName } from '@balcao/kernel'

/**
 * Whose each path is: a service answers what begins with its prefixes, whole segments only; the longest prefix wins.
 * The ingress, the front door of the local cluster and the network's tests are made from this table.
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
 * Pages share names with calls (`/tickets`): a GET that accepts HTML is a page of the web app, whatever its path,
 * unless it begins with one of these.
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

/** The service that answers this path, if any does. */
export function findServiceByPath(path: string): ServiceName | undefined {
  const owners = Object.entries(servicePaths) as [ServiceName, readonly string[]][]
  const matches = owners.flatMap(([service, prefixes]) =>
    prefixes.filter((prefix) => isBelow(path, prefix)).map((prefix) => ({ service, prefix })),
  )
  return matches.sort((left, right) => right.prefix.length - left.prefix.length)[0]?.service
}

export const isNonPagePath = (path: string): boolean =>
  nonPagePrefixes.some((prefix) => isBelow(path, prefix))
