import type { CompanyId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { query } from '@balcao/platform'

import type { PageWish, TicketFilter, TicketPage } from '../../features/tickets/ticket.store'
import { conditions, Params } from './pg-ticket-conditions'
import { SELECT_SNAPSHOTS, snapshotOfRow, type SnapshotRow } from './pg-ticket-rows'
import { hasWords, isAmongFound, weighWords, type Rarity } from './pg-ticket-search'

const MOST_COUNTED = 1_000
/** How many tickets are asked for frequent words before the words' index is read instead. */
const MOST_WALKED = 1_000

const ORDER = 'ORDER BY t.updated_at DESC, t.id DESC'

interface IdRow {
  id: number
  total?: number
}

const limitOf = (p: Params, { offset, size, after }: PageWish): string =>
  `LIMIT ${p.add(size + 1)}::int OFFSET ${p.add(after ? 0 : offset)}::int`

const following = (p: Params, { after }: PageWish): string[] =>
  after ? [`(t.updated_at, t.id) < (${p.add(after.updatedAt)}::timestamptz, ${p.add(after.id)}::int)`] : []

const DRESSED = `${SELECT_SNAPSHOTS} WHERE t.company_id = $1::int AND t.id = ANY ($2::int[]) ${ORDER}`

/*
 * Ids are found in an index first; then only a page of rows is dressed with names and tags. Two statements: the second is
 * the same for all filters and planned once, where as one they were planned for every request (1.3 ms of 2.4 ms).
 */
async function pageOf(
  tx: Tx,
  companyId: CompanyId,
  ids: readonly IdRow[],
  size: number,
  count: number,
): Promise<TicketPage> {
  const shown = ids.slice(0, size).map(({ id }) => id)
  const rows = shown.length > 0 ? await query<SnapshotRow>(tx, DRESSED, [companyId, shown]) : []
  return { tickets: rows.map(snapshotOfRow), count, hasMore: ids.length > size }
}

async function countOf(tx: Tx, companyId: CompanyId, filter: TicketFilter, most: number): Promise<number> {
  const p = new Params()
  const where = conditions(p, companyId, filter).join(' AND ')
  const sql = `SELECT count(*)::int AS count FROM (SELECT 1 FROM tickets t WHERE ${where} LIMIT ${most}) s`
  const [row] = await query<{ count: number }>(tx, sql, p.values)
  return row?.count ?? 0
}

async function plainPage(
  tx: Tx,
  companyId: CompanyId,
  filter: TicketFilter,
  slice: PageWish,
): Promise<TicketPage> {
  const p = new Params()
  const where = [...conditions(p, companyId, filter), ...following(p, slice)].join(' AND ')
  const sql = `SELECT t.id FROM tickets t WHERE ${where} ${ORDER} ${limitOf(p, slice)}`
  const ids = await query<IdRow & Record<string, unknown>>(tx, sql, p.values)
  const known = slice.offset + ids.length
  // The last page tells the total by itself.
  const isLast = ids.length <= slice.size && (ids.length > 0 || slice.offset === 0)
  const count = isLast ? known : Math.max(known, await countOf(tx, companyId, filter, MOST_COUNTED))
  return pageOf(tx, companyId, ids, slice.size, count)
}

/* Among the newest thousand: undefined when they do not fill the page and there are more to ask. */
async function walkedPage(
  tx: Tx,
  companyId: CompanyId,
  filter: TicketFilter,
  slice: PageWish,
  rarity: Rarity,
): Promise<TicketPage | undefined> {
  const p = new Params()
  const where = [...conditions(p, companyId, filter), ...following(p, slice)].join(' AND ')
  const newest = `(SELECT * FROM tickets t WHERE ${where} ${ORDER} LIMIT ${MOST_WALKED})`
  const sql = `SELECT t.id FROM ${newest} t WHERE ${hasWords(p, rarity)} ${ORDER} ${limitOf(p, slice)}`
  const ids = await query<IdRow & Record<string, unknown>>(tx, sql, p.values)
  const isFull = ids.length > slice.size
  if (!isFull && (await countOf(tx, companyId, filter, MOST_WALKED + 1)) > MOST_WALKED) return undefined
  return pageOf(tx, companyId, ids, slice.size, slice.offset + ids.length)
}

async function foundPage(
  tx: Tx,
  companyId: CompanyId,
  filter: TicketFilter,
  slice: PageWish,
  rarity: Rarity,
): Promise<TicketPage> {
  const p = new Params()
  const where = [...conditions(p, companyId, filter), isAmongFound(p, rarity), ...following(p, slice)].join(
    ' AND ',
  )
  // All of them are sorted anyway, so counting them costs nothing more.
  const sql = `SELECT t.id, (count(*) OVER ())::int AS total FROM tickets t WHERE ${where} ${ORDER} ${limitOf(p, slice)}`
  const ids = await query<IdRow & Record<string, unknown>>(tx, sql, p.values)
  return pageOf(
    tx,
    companyId,
    ids,
    slice.size,
    slice.after ? slice.offset + (ids[0]?.total ?? 0) : (ids[0]?.total ?? slice.offset),
  )
}

/** One page of tickets, last updated first. */
export async function ticketPage(
  tx: Tx,
  companyId: CompanyId,
  filter: TicketFilter,
  slice: PageWish,
): Promise<TicketPage> {
  if (filter.words.length === 0) return plainPage(tx, companyId, filter, slice)
  const rarity = await weighWords(tx, companyId, filter.words)
  const walked = rarity.isFrequent ? await walkedPage(tx, companyId, filter, slice, rarity) : undefined
  return walked ?? foundPage(tx, companyId, filter, slice, rarity)
}
