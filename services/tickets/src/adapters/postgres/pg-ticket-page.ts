import type { CompanyId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { query } from '@balcao/platform'

import { afterPrefix } from '../../words'
import type { TicketFilter, TicketPage } from '../../features/tickets/ticket.store'
import { selectSnapshots, snapshotOfRow, type SnapshotRow } from './pg-ticket-rows'

const MOST_COUNTED = 1_000
/** A word in more tickets than this is frequent: then walking tickets by date finds a page sooner than listing its tickets. */
const FREQUENT = 3_000

/** Collects parameters; `$n` for each. */
class Params {
  readonly values: unknown[] = []
  add(value: unknown): string {
    this.values.push(value)
    return `$${this.values.length}`
  }
}

const visible = (p: Params, { scope }: TicketFilter): string[] => {
  if (scope.kind === 'all') return []
  const own = `t.user_id = ${p.add(scope.userId)}::int`
  const queued = `t.queue_id = ANY (${p.add(scope.queueIds)}::int[])`
  const unqueued = scope.unqueued ? ` OR (t.queue_id IS NULL AND t.status = 'pending')` : ''
  return [`(${own} OR ${queued}${unqueued})`]
}

/* With a known status one half of "mine or waiting" is void: saying so lets an index serve the other half. */
function mineOrPending(p: Params, { mineOrPending: me, status }: TicketFilter): string[] {
  if (me === null || status === 'pending') return []
  const mine = `t.user_id = ${p.add(me)}::int`
  return [status === undefined ? `(${mine} OR t.status = 'pending')` : mine]
}

function conditions(p: Params, companyId: CompanyId, filter: TicketFilter): string[] {
  const where = [`t.company_id = ${p.add(companyId)}::int`]
  if (filter.status !== undefined) where.push(`t.status = ${p.add(filter.status)}::text`)
  where.push(...visible(p, filter), ...mineOrPending(p, filter))
  if (filter.unreadOnly) where.push('t.unread_messages > 0')
  if (filter.queueIds) where.push(`t.queue_id = ANY (${p.add(filter.queueIds)}::int[])`)
  if (filter.userIds.length > 0) where.push(`t.user_id = ANY (${p.add(filter.userIds)}::int[])`)
  if (filter.contactId !== undefined) where.push(`t.contact_id = ${p.add(filter.contactId)}::int`)
  if (filter.createdIn)
    where.push(
      `t.created_at >= ${p.add(filter.createdIn.from)}::timestamptz AND t.created_at < ${p.add(filter.createdIn.to)}::timestamptz`,
    )
  if (filter.updatedIn)
    where.push(
      `t.updated_at >= ${p.add(filter.updatedIn.from)}::timestamptz AND t.updated_at < ${p.add(filter.updatedIn.to)}::timestamptz`,
    )
  for (const tagId of filter.tagIds) {
    where.push(
      `EXISTS (SELECT 1 FROM ticket_tags x WHERE x.company_id = t.company_id AND x.ticket_id = t.id AND x.tag_id = ${p.add(tagId)}::int)`,
    )
  }
  return where
}

interface WordTables {
  table: 'ticket_words' | 'contact_words'
  id: 'ticket_id' | 'contact_id'
}
const inMessages: WordTables = { table: 'ticket_words', id: 'ticket_id' }
const inContacts: WordTables = { table: 'contact_words', id: 'contact_id' }

/* Ranges instead of LIKE: what row-level security lets an index serve. */
const begins = (p: Params, alias: string, word: string): string =>
  `${alias}.word >= ${p.add(word)}::text AND ${alias}.word < ${p.add(afterPrefix(word))}::text`

const hasWord = (p: Params, { table, id }: WordTables, owner: string, word: string): string =>
  `EXISTS (SELECT 1 FROM ${table} x WHERE x.company_id = t.company_id AND x.${id} = ${owner} AND ${begins(p, 'x', word)})`

/** Every ticket asks for its words: right when most of them have them. */
const walked = (p: Params, words: readonly string[]): string =>
  `(${words.map((word) => hasWord(p, inMessages, 't.id', word)).join(' AND ')} OR ${words.map((word) => hasWord(p, inContacts, 't.contact_id', word)).join(' AND ')})`

/** The ids with all words, from the rarest word's entries. */
function idsWith(p: Params, { table, id }: WordTables, company: string, words: readonly string[]): string {
  const [rarest = '', ...others] = words
  const rest = others.map(
    (word) =>
      ` AND EXISTS (SELECT 1 FROM ${table} y WHERE y.company_id = x.company_id AND y.${id} = x.${id} AND ${begins(p, 'y', word)})`,
  )
  return `SELECT x.${id} FROM ${table} x WHERE x.company_id = ${company} AND ${begins(p, 'x', rarest)}${rest.join('')}`
}

const listed = (p: Params, company: string, rarity: Rarity): string => `t.id IN (
    ${idsWith(p, inMessages, company, rarity.inMessages)}
    UNION SELECT s.id FROM tickets s WHERE s.company_id = ${company} AND s.contact_id IN (${idsWith(p, inContacts, company, rarity.inContacts)}))`

interface Rarity {
  /** The words, rarest first. */
  inMessages: string[]
  inContacts: string[]
  isFrequent: boolean
}

interface WeighedWord {
  word: string
  tickets: number
  contacts: number
}

const counted = ({ table }: WordTables): string => `(SELECT count(*)::int FROM (SELECT 1 FROM ${table} x
    WHERE x.company_id = $1 AND x.word >= w.word AND x.word < w.after LIMIT ${FREQUENT + 1}) s)`

/* A few microseconds per word; it decides between two ways of which the wrong one may take a second. */
async function weigh(tx: Tx, companyId: CompanyId, words: readonly string[]): Promise<Rarity> {
  const rows = await query<WeighedWord>(
    tx,
    `SELECT w.word, ${counted(inMessages)} AS tickets, ${counted(inContacts)} AS contacts FROM unnest($2::text[], $3::text[]) AS w (word, after)`,
    [companyId, words, words.map(afterPrefix)],
  )
  const by = (key: 'tickets' | 'contacts') => rows.toSorted((left, right) => left[key] - right[key])
  const [rarestInMessages] = by('tickets')
  const [rarestInContacts] = by('contacts')
  return {
    inMessages: by('tickets').map(({ word }) => word),
    inContacts: by('contacts').map(({ word }) => word),
    isFrequent: (rarestInMessages?.tickets ?? 0) > FREQUENT || (rarestInContacts?.contacts ?? 0) > FREQUENT,
  }
}

async function countOf(tx: Tx, where: string, params: readonly unknown[]): Promise<number> {
  const [row] = await query<{ count: number }>(
    tx,
    `SELECT count(*)::int AS count FROM (SELECT 1 FROM tickets t WHERE ${where} LIMIT ${MOST_COUNTED}) s`,
    params,
  )
  return row?.count ?? 0
}

/** One page of tickets, last updated first. Ids are found in an index, then 40 rows are dressed with names and tags. */
export async function ticketPage(
  tx: Tx,
  companyId: CompanyId,
  filter: TicketFilter,
  page: { offset: number; size: number },
): Promise<TicketPage> {
  const rarity = filter.words.length > 0 ? await weigh(tx, companyId, filter.words) : undefined
  const p = new Params()
  const where = conditions(p, companyId, filter)
  if (rarity) where.push(rarity.isFrequent ? walked(p, rarity.inMessages) : listed(p, '$1::int', rarity))
  const filtered = where.join(' AND ')
  const filterParams = [...p.values]
  const limit = `LIMIT ${p.add(page.size + 1)}::int OFFSET ${p.add(page.offset)}::int`
  const ids = `(SELECT t.id FROM tickets t WHERE ${filtered} ORDER BY t.updated_at DESC, t.id DESC ${limit})`
  const rows = await query<SnapshotRow>(
    tx,
    `WITH page AS MATERIALIZED ${ids} ${selectSnapshots('page JOIN tickets t ON t.company_id = $1::int AND t.id = page.id')} ORDER BY t.updated_at DESC, t.id DESC`,
    p.values,
  )
  const hasMore = rows.length > page.size
  const known = page.offset + rows.length
  // The last page tells the total by itself; a walk through frequent words is not repeated only to count.
  const isKnown = rarity?.isFrequent === true || (!hasMore && (rows.length > 0 || page.offset === 0))
  const count = isKnown ? known : Math.max(known, await countOf(tx, filtered, filterParams))
  return { tickets: rows.slice(0, page.size).map(snapshotOfRow), count, hasMore }
}
