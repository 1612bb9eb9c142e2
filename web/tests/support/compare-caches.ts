import type { TicketFilter } from '../../src/data/ticket-lists'

/** Names of queries with their arguments, as `endpoints` has them. */
export type QueryCall = readonly [endpoint: string, arg: unknown]

const nothing: TicketFilter = { showAll: false, queueIds: null, tags: [], users: [], searchParam: '' }

/** A list whose matches only the server knows. */
export const isSearch = ([endpoint, arg]: QueryCall): boolean =>
  endpoint === 'listTickets' && (arg as TicketFilter).searchParam !== ''

export const list = (given: Partial<TicketFilter>): QueryCall => ['listTickets', { ...nothing, ...given }]

export interface Snapshot {
  status: string
  data?: unknown
  error?: unknown
}

const readStatus = (error: unknown) =>
  typeof error === 'object' && error !== null && 'status' in error ? error.status : error

/** Links to media are signed anew for each answer; everything before the signature must be the same. */
export const unsigned = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value ?? null), (_key, inner: unknown) =>
    typeof inner === 'string' && /^\/?(https?:\/\/[^/]+)?\/media\//.test(inner) ? inner.split('?')[0] : inner,
  )

/**
 * Who a user is and whether they are online; not the names of their queues, which auth knows by hearsay and keeps
 * for 5 s.
 */
const withoutQueueNames = (answer: unknown): unknown =>
  JSON.parse(JSON.stringify(answer ?? null), (key, inner: unknown) =>
    key === 'queues' && Array.isArray(inner) ? inner.map(({ id }: { id: number }) => id) : inner,
  )

const userLists = new Set(['listAllUsers', 'searchUsers', 'listUsers'])

/** What counts of a query: its data, or the status it was refused with. */
export const shown = ([endpoint]: QueryCall, { status, data, error }: Snapshot): unknown => {
  if (status === 'rejected') return { refused: readStatus(error) }
  return userLists.has(endpoint) ? withoutQueueNames(unsigned(data)) : unsigned(data)
}

export interface Difference {
  who: string
  query: string
  /** Where, and what is cached → what is fetched. */
  at: string[]
}

const brief = (value: unknown): string => (JSON.stringify(value) ?? 'undefined').slice(0, 160)

/** The places in which two values differ. */
export const findDifferences = (cached: unknown, fetched: unknown, at = ''): string[] => {
  if (Object.is(cached, fetched)) return []
  const isTree = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null
  if (!isTree(cached) || !isTree(fetched) || Array.isArray(cached) !== Array.isArray(fetched))
    return [`${at}: ${brief(cached)} → ${brief(fetched)}`]
  const keys = new Set([...Object.keys(cached), ...Object.keys(fetched)])
  return [...keys].flatMap((key) => findDifferences(cached[key], fetched[key], `${at}.${key}`))
}
