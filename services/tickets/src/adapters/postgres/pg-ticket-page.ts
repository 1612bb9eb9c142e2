import { ticketId, type CompanyId, type TicketOrder } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { executeUnawaited, integerSql, joinSql, query, rawSql, sql, type Sql } from '@balcao/platform'

import {
  emptyPage,
  type PageRequest,
  type TicketCursor,
  type TicketFilter,
  type TicketPage,
} from '../../features/tickets/ticket.store'
import { PENDING_AT } from './ticket-json'
import { ticketConditions } from './pg-ticket-conditions'
import {
  countWords,
  hasWords,
  isAmongFound,
  keepIds,
  keptIds,
  readMatches,
  type WordCounts,
} from './pg-ticket-search'
import { readTicketRows } from './pg-ticket-rows'

const MOST_COUNTED = 1_000
/** How many tickets are scanned for frequent words before the words' index is read instead. */
const MOST_SCANNED = 1_000

const pendingAt = rawSql(PENDING_AT)

const orders: Readonly<Record<TicketOrder, Sql>> = {
  'last-updated': sql`ORDER BY t.updated_at DESC, t.id DESC`,
  'longest-wait': sql`ORDER BY ${pendingAt}, t.id`,
}

interface IdRow extends Record<string, unknown> {
  id: number
  total?: number
}

/* A limit or offset that the planner does not see makes it plan the statement again for every request. */
const limitTo = ({ offset, size, after }: PageRequest): Sql => {
  const limit = sql`LIMIT ${integerSql(size + 1)}`
  return after || offset === 0 ? limit : sql`${limit} OFFSET ${offset}::int`
}

/* The rows beyond the last one seen. */
const beyond = (order: TicketOrder, { at, id }: TicketCursor): Sql =>
  order === 'last-updated'
    ? sql`(t.updated_at, t.id) < (${at}::timestamptz, ${id}::bigint)`
    : sql`(${pendingAt}, t.id) > (${at}::timestamptz, ${id}::bigint)`

const follows = ({ order, after }: PageRequest): Sql[] => (after ? [beyond(order, after)] : [])

const andAll = (conditions: readonly Sql[]): Sql => joinSql(conditions, ' AND ')

interface PageOwner {
  companyId: CompanyId
  /** The words looked for. */
  words: readonly string[]
}

/*
 * Ids are found in an index first; then only a page of rows is read. Two statements: the second is the same for all
 * filters and planned once, where as one they were planned for every request (1.3 ms of 2.4 ms).
 */
async function readPage(
  tx: Tx,
  { companyId, words }: PageOwner,
  { ids, count }: { ids: readonly IdRow[]; count: number },
  { size, order }: PageRequest,
): Promise<TicketPage> {
  const shown = ids.slice(0, size).map(({ id }) => ticketId(id))
  if (shown.length === 0) return emptyPage(count)
  const rest = sql`WHERE t.company_id = ${companyId}::int AND t.id = ANY (${shown}::bigint[])`
  if (words.length > 0) executeUnawaited(tx, sql`SELECT ${keepIds(sql`${shown}::bigint[]`)}`)
  const [matches, { tickets, related }] = await Promise.all([
    words.length > 0 ? readMatches(tx, companyId, words) : [],
    readTicketRows(tx, companyId, {
      rest,
      order: orders[order],
      total: rawSql('NULL::int'),
      isLast: true,
    }),
  ])
  return { tickets, related, count, hasMore: ids.length > size, matches }
}

async function countTickets(
  tx: Tx,
  companyId: CompanyId,
  filter: TicketFilter,
  most: number,
): Promise<number> {
  const where = andAll(ticketConditions(companyId, filter))
  const [row] = await query<{ count: number }>(tx, countStatement(where, most))
  return row?.count ?? 0
}

const countStatement = (where: Sql, most: number): Sql =>
  sql`SELECT count(*)::int AS count FROM (SELECT 1 FROM tickets t WHERE ${where} LIMIT ${integerSql(most)}) s`

/* Status, bot, queues and the session's scope: Postgres keeps one plan for each such text, so ids, rows and count are one statement. */
function isPlannedOnce({
  asked: { status, bot, queueIds, ...others },
  createdIn,
  updatedIn,
}: TicketFilter): boolean {
  const values = Object.values(others)
  return !createdIn && !updatedIn && values.every((value) => value === undefined || value === false)
}

async function readPageAtOnce(
  tx: Tx,
  companyId: CompanyId,
  filter: TicketFilter,
  page: PageRequest,
): Promise<TicketPage> {
  const where = andAll(ticketConditions(companyId, filter))
  const conditions = andAll([...ticketConditions(companyId, filter), ...follows(page)])
  const { tickets, related, total } = await readTicketRows(tx, companyId, {
    // A page past the end is counted by a further statement.
    isLast: page.offset === 0,
    rest: sql`WHERE ${conditions} ${orders[page.order]} ${limitTo(page)}`,
    order: orders[page.order],
    // The last page gives the total.
    total: sql`CASE WHEN (SELECT count(*) FROM page) > ${integerSql(page.size)} THEN (${countStatement(where, MOST_COUNTED)}) END`,
  })
  const known = page.offset + tickets.length
  const isPastEnd = tickets.length === 0 && page.offset > 0
  const count = isPastEnd ? await countTickets(tx, companyId, filter, MOST_COUNTED) : (total ?? known)
  return {
    tickets: tickets.slice(0, page.size),
    related,
    count: Math.max(known, count),
    hasMore: tickets.length > page.size,
    matches: [],
  }
}

async function readUnsearchedPage(
  tx: Tx,
  companyId: CompanyId,
  filter: TicketFilter,
  page: PageRequest,
): Promise<TicketPage> {
  if (isPlannedOnce(filter)) return readPageAtOnce(tx, companyId, filter, page)
  const where = andAll([...ticketConditions(companyId, filter), ...follows(page)])
  const ids = await query<IdRow>(
    tx,
    sql`SELECT t.id FROM tickets t WHERE ${where} ${orders[page.order]} ${limitTo(page)}`,
  )
  const known = page.offset + ids.length
  // The last page gives the total.
  const isLast = ids.length <= page.size && (ids.length > 0 || page.offset === 0)
  const count = isLast ? known : Math.max(known, await countTickets(tx, companyId, filter, MOST_COUNTED))
  return readPage(tx, { companyId, words: [] }, { ids, count }, page)
}

interface Search {
  filter: TicketFilter
  page: PageRequest
  words: WordCounts
}

/* Scans the first 1,000 tickets; undefined when they do not fill the page and there are more. */
async function scanFirst(
  tx: Tx,
  companyId: CompanyId,
  { filter, page, words }: Search,
): Promise<TicketPage | undefined> {
  const where = andAll([...ticketConditions(companyId, filter), ...follows(page)])
  const first = sql`(SELECT * FROM tickets t WHERE ${where} ${orders[page.order]} LIMIT ${integerSql(MOST_SCANNED)})`
  const ids = await query<IdRow>(
    tx,
    sql`SELECT t.id FROM ${first} t WHERE ${hasWords(words)} ${orders[page.order]} ${limitTo(page)}`,
  )
  const isFull = ids.length > page.size
  if (!isFull && (await countTickets(tx, companyId, filter, MOST_SCANNED + 1)) > MOST_SCANNED)
    return undefined
  const count = page.offset + ids.length
  return readPage(tx, { companyId, words: filter.words }, { ids, count }, page)
}

async function readFoundPage(
  tx: Tx,
  companyId: CompanyId,
  { filter, page, words }: Search,
): Promise<TicketPage> {
  const where = andAll([...ticketConditions(companyId, filter), isAmongFound(words), ...follows(page)])
  const order = orders[page.order]
  // All of them are sorted anyway, so counting them costs nothing more.
  const found = sql`SELECT t.id, (count(*) OVER ())::int AS total FROM tickets t WHERE ${where} ${order} ${limitTo(page)}`
  // One round trip: what follows reads the ids that the first statement leaves in the transaction.
  const [ids, matches, { tickets, related }] = await Promise.all([
    query<IdRow>(
      tx,
      sql`WITH found AS MATERIALIZED (${found})
        SELECT id, total, (SELECT ${keepIds(sql`array_agg(id)`)} FROM (SELECT id FROM found LIMIT ${integerSql(page.size)}) s) AS kept
        FROM found`,
    ),
    readMatches(tx, companyId, filter.words),
    readTicketRows(tx, companyId, {
      rest: sql`WHERE t.company_id = ${companyId}::int AND t.id = ANY (${keptIds})`,
      order,
      total: rawSql('NULL::int'),
      isLast: true,
    }),
  ])
  const total = ids[0]?.total
  const count = page.after ? page.offset + (total ?? 0) : (total ?? page.offset)
  return { tickets, related, count, hasMore: ids.length > page.size, matches }
}

/** One page of tickets, in the order that it asks for. */
export async function readTicketPage(
  tx: Tx,
  companyId: CompanyId,
  filter: TicketFilter,
  page: PageRequest,
): Promise<TicketPage> {
  if (filter.words.length === 0) return readUnsearchedPage(tx, companyId, filter, page)
  const words = await countWords(tx, companyId, filter.words)
  const scanned = words.isFrequent ? await scanFirst(tx, companyId, { filter, page, words }) : undefined
  return scanned ?? readFoundPage(tx, companyId, { filter, page, words })
}
