import type { AnyEndpoint, EndpointTag } from './endpoint'

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

/**
 * The resource of each group of endpoints; null: no API key is taken there. Exhaustive, so that a new group is placed. Null are what
 * belongs to a person (log-in, internal chats), to the operator or to payment, the keys themselves, and the feed, which
 * tells of every resource.
 */
const resources: Record<EndpointTag, ScopeResource | null> = {
  announcements: null,
  api: 'connections',
  'api-keys': null,
  auth: null,
  chats: null,
  campaigns: 'campaigns',
  companies: null,
  connections: 'connections',
  'contact-lists': 'campaigns',
  contacts: 'contacts',
  dashboard: 'dashboard',
  files: 'files',
  helps: null,
  kanban: 'tickets',
  'message-prices': 'settings',
  messages: 'messages',
  notes: 'tickets',
  operations: null,
  plans: null,
  prompts: 'integrations',
  'queue-integrations': 'integrations',
  queues: 'queues',
  'quick-messages': 'quick-messages',
  realtime: null,
  retention: 'settings',
  schedules: 'schedules',
  settings: 'settings',
  simulator: null,
  subscription: null,
  tags: 'tags',
  tickets: 'tickets',
  users: 'users',
  webhooks: 'events',
}

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
  const resource = access === 'user' || access === 'admin' ? resources[tag] : null
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
