import type { AnyEndpoint } from './endpoint'
import { endpointTags } from './endpoint-tags'

/** What an API key may be allowed to read or write. */
export const scopeResources = [
  'tickets',
  'messages',
  'contacts',
  'tags',
  'quick-messages',
  'files',
  'schedules',
  'campaigns',
  'queues',
  'connections',
  'integrations',
  'settings',
  'users',
  'dashboard',
  // What happens in the company, of every resource: pulled, or posted to webhooks.
  'events',
] as const
export type ScopeResource = (typeof scopeResources)[number]

/* A key that could write users could make itself an administrator with a password. The dashboard has nothing to write. */
const readOnly: ReadonlySet<ScopeResource> = new Set<ScopeResource>(['users', 'dashboard'])

export type Scope = `${ScopeResource}:${'read' | 'write'}`

export const hasWriteScope = (resource: ScopeResource): boolean => !readOnly.has(resource)

export const allScopes: readonly Scope[] = scopeResources.flatMap((resource): Scope[] =>
  hasWriteScope(resource) ? [`${resource}:read`, `${resource}:write`] : [`${resource}:read`],
)

/** The scope that an API key needs for the endpoint: GET reads, all else writes. Undefined: it takes no key, or every key. */
export function findScope({
  access,
  tag,
  method,
  apiKey,
}: Pick<AnyEndpoint, 'access' | 'tag' | 'method' | 'apiKey'>): Scope | undefined {
  const [, scope] = endpointTags[tag]
  const resource = access === 'user' || access === 'admin' ? scope : null
  if (resource === null || apiKey !== undefined) return undefined
  if (method === 'get') return `${resource}:read`
  return hasWriteScope(resource) ? `${resource}:write` : undefined
}

/** Whether answers to requests with an `Idempotency-Key` are kept for a day: writes that an API key may be allowed. */
export const keepsAnswers = (endpoint: Pick<AnyEndpoint, 'access' | 'tag' | 'method' | 'apiKey'>): boolean =>
  endpoint.method !== 'get' && findScope(endpoint) !== undefined
/** Whether the endpoint takes API keys: those with its scope, or all. */
export const takesApiKeys = (endpoint: Pick<AnyEndpoint, 'access' | 'tag' | 'method' | 'apiKey'>): boolean =>
  endpoint.apiKey === 'any' || findScope(endpoint) !== undefined
