import { contactId, type CompanyId, type ContactSort } from '@balcao/contracts'
import { foldText, type Tx } from '@balcao/kernel'
import { integerSql, joinSql, query, queryLast, sql, type Sql } from '@balcao/platform'

import type {
  ContactFilter,
  ContactPage,
  ContactPageRequest,
  ExportedContact,
} from '../../features/contacts/contact.store'
import { mapContactSnapshotRow, contactSnapshots } from './pg-contact-snapshots'
import { prefixUpperBound } from '../../words'
import { beginsWith } from './word-index'

const MOST_COUNTED = 10_000
const MOST_FOUND = 1_000
/** Contacts that are looked at before all contacts with a frequent word are read. */
const MOST_SCANNED = 300
/** Index entries read for 1,000 contacts: a contact has few words with one prefix. */
const MOST_ENTRIES = 5_000

const longestFirst = (words: readonly string[]): string[] =>
  words.toSorted((left, right) => right.length - left.length)

const hasWord = (companyId: CompanyId, word: string): Sql =>
  sql`c.id IN (SELECT x.contact_id FROM contact_words x WHERE x.company_id = ${companyId}::int AND ${beginsWith('x', word)})`

function buildConditions(companyId: CompanyId, { words, createdIn }: ContactFilter): Sql {
  const where = [
    sql`c.company_id = ${companyId}::int`,
    ...longestFirst(words).map((word) => hasWord(companyId, word)),
  ]
  if (createdIn?.from) where.push(sql`c.created_at >= ${createdIn.from}::timestamptz`)
  if (createdIn?.to) where.push(sql`c.created_at < ${createdIn.to}::timestamptz`)
  return joinSql(where, ' AND ')
}

/* Words alone are counted in their own index, without reading contacts. */
function countWords(companyId: CompanyId, words: readonly string[]): Sql {
  const [longest = '', ...others] = longestFirst(words)
  const where = [
    sql`x.company_id = ${companyId}::int`,
    beginsWith('x', longest),
    ...others.map(
      (word) =>
        sql`EXISTS (SELECT 1 FROM contact_words y WHERE y.company_id = x.company_id AND y.contact_id = x.contact_id AND ${beginsWith('y', word)})`,
    ),
  ]
  const entries = sql`SELECT x.contact_id FROM contact_words x WHERE ${joinSql(where, ' AND ')} LIMIT ${integerSql(MOST_ENTRIES)}`
  return sql`SELECT count(*)::int AS count FROM (SELECT DISTINCT contact_id FROM (${entries}) e LIMIT ${integerSql(MOST_FOUND)}) s`
}

async function countContacts(tx: Tx, companyId: CompanyId, filter: ContactFilter): Promise<number> {
  const where = buildConditions(companyId, filter)
  const [row] = await query<{ count: number }>(
    tx,
    sql`SELECT count(*)::int AS count FROM (SELECT 1 FROM contacts c WHERE ${where} LIMIT ${integerSql(MOST_COUNTED)}) s`,
  )
  return row?.count ?? 0
}

async function countFound(tx: Tx, companyId: CompanyId, words: readonly string[]): Promise<number> {
  const [row] = await query<{ count: number }>(tx, countWords(companyId, words))
  return row?.count ?? 0
}

interface PageIds {
  ids: number[]
  /** Capped. */
  counted: number
}

/* Each is read from an index, forwards or backwards. */
const orders: Record<ContactSort, Sql> = {
  name: sql`c.name_key, c.id`,
  '-name': sql`c.name_key DESC, c.id DESC`,
  createdAt: sql`c.created_at, c.id`,
  '-createdAt': sql`c.created_at DESC, c.id DESC`,
}

const orderBy = ({ sort = 'name' }: ContactPageRequest): Sql => sql`ORDER BY ${orders[sort]}`

const limitTo = ({ offset, size }: ContactPageRequest): Sql =>
  sql`LIMIT ${size + 1}::int OFFSET ${offset}::int`

async function pageByConditions(
  tx: Tx,
  companyId: CompanyId,
  filter: ContactFilter,
  page: ContactPageRequest,
): Promise<PageIds> {
  const [counted, rows] = await Promise.all([
    countContacts(tx, companyId, filter),
    query<{ id: number }>(
      tx,
      sql`SELECT c.id FROM contacts c WHERE ${buildConditions(companyId, filter)} ${orderBy(page)} ${limitTo(page)}`,
    ),
  ])
  return { ids: rows.map(({ id }) => id), counted }
}

/* At most 1,001 index entries of each word are counted. */
async function sortRarestFirst(
  tx: Tx,
  companyId: CompanyId,
  words: readonly string[],
): Promise<{ rarestFirst: string[]; areFrequent: boolean }> {
  const rows = await query<{ word: string; entries: number }>(
    tx,
    sql`SELECT w.word, (SELECT count(*)::int FROM (SELECT 1 FROM contact_words x
        WHERE x.company_id = ${companyId}::int AND x.word >= w.word AND x.word < w.after LIMIT ${integerSql(MOST_FOUND + 1)}) s) AS entries
      FROM unnest(${words}::text[], ${words.map(prefixUpperBound)}::text[]) AS w (word, after)`,
  )
  const sorted = rows.toSorted((left, right) => left.entries - right.entries)
  return {
    rarestFirst: sorted.map(({ word }) => word),
    areFrequent: (sorted[0]?.entries ?? 0) > MOST_FOUND,
  }
}

/*
 * The first page of words that are spread over all names (a surname) is among the first contacts: 300 are looked at. Undefined
 * when they do not fill it: the names with the word stand together somewhere else.
 */
async function scanFirstContacts(
  tx: Tx,
  companyId: CompanyId,
  words: readonly string[],
  page: ContactPageRequest,
): Promise<number[] | undefined> {
  const hasIt = (word: string) =>
    sql`(SELECT true FROM contact_words x WHERE x.company_id = c.company_id AND x.contact_id = c.id AND ${beginsWith('x', word)} LIMIT 1)`
  const first = sql`SELECT c.* FROM contacts c WHERE c.company_id = ${companyId}::int ${orderBy(page)} LIMIT ${integerSql(MOST_SCANNED)}`
  const rows = await query<{ id: number }>(
    tx,
    sql`SELECT c.id FROM (${first}) c WHERE ${joinSql(words.map(hasIt), ' AND ')} ${orderBy(page)} LIMIT ${page.size + 1}::int`,
  )
  return rows.length > page.size ? rows.map(({ id }) => id) : undefined
}

/* Ids from the words' index first, then their names: contacts are never scanned, however many have the word. */
async function pageFromIndex(
  tx: Tx,
  companyId: CompanyId,
  [rarest = '', ...others]: readonly string[],
  page: ContactPageRequest,
): Promise<PageIds> {
  const alsoHas = others.map(
    (word) =>
      sql` AND EXISTS (SELECT 1 FROM contact_words y WHERE y.company_id = x.company_id AND y.contact_id = x.contact_id AND ${beginsWith('y', word)})`,
  )
  const rows = await query<{ id: number; total: number }>(
    tx,
    sql`WITH found AS MATERIALIZED (SELECT DISTINCT x.contact_id FROM contact_words x
        WHERE x.company_id = ${companyId}::int AND ${beginsWith('x', rarest)}${joinSql(alsoHas, '')})
      SELECT c.id, (SELECT count(*)::int FROM found) AS total FROM contacts c
      WHERE c.company_id = ${companyId}::int AND c.id = ANY (ARRAY(SELECT contact_id FROM found))
      ${orderBy(page)} ${limitTo(page)}`,
  )
  const [first] = rows
  if (!first && page.offset > 0)
    return { ids: [], counted: await countFound(tx, companyId, [rarest, ...others]) }
  return { ids: rows.map(({ id }) => id), counted: Math.min(first?.total ?? 0, MOST_COUNTED) }
}

async function pageByWords(
  tx: Tx,
  companyId: CompanyId,
  words: readonly string[],
  page: ContactPageRequest,
): Promise<PageIds> {
  const { rarestFirst, areFrequent } = await sortRarestFirst(tx, companyId, words)
  const ids =
    areFrequent && page.offset === 0 ? await scanFirstContacts(tx, companyId, rarestFirst, page) : undefined
  if (!ids) return pageFromIndex(tx, companyId, rarestFirst, page)
  return { ids, counted: await countFound(tx, companyId, words) }
}

/** One page of contacts. Ids come from an index, then their rows by a statement that is planned once for all filters. */
export async function readContactPage(
  tx: Tx,
  companyId: CompanyId,
  filter: ContactFilter,
  page: ContactPageRequest,
): Promise<ContactPage> {
  const isByWords = filter.words.length > 0 && !filter.createdIn
  const { ids, counted } = isByWords
    ? await pageByWords(tx, companyId, filter.words, page)
    : await pageByConditions(tx, companyId, filter, page)
  const shown = ids.slice(0, page.size)
  const statement = sql`${contactSnapshots} WHERE c.company_id = ${companyId}::int AND c.id = ANY (${shown}::bigint[]) ${orderBy(page)}`
  const rows = shown.length > 0 ? await queryLast(tx, statement) : []
  return {
    contacts: rows.map(mapContactSnapshotRow),
    // The count is capped; rows that were read are certain.
    count: ids.length > 0 ? Math.max(page.offset + ids.length, counted) : counted,
    hasMore: ids.length > page.size,
  }
}

/** Id, name and number by name. */
export function readContactNames(
  tx: Tx,
  companyId: CompanyId,
  words: readonly string[],
  most: number,
): Promise<{ id: number; name: string; number: string }[]> {
  const where = buildConditions(companyId, { words, createdIn: undefined })
  return query<{ id: number; name: string; number: string }>(
    tx,
    sql`SELECT c.id, c.name, c.number FROM contacts c WHERE ${where} ORDER BY c.name_key, c.id LIMIT ${most}::int`,
  )
}

/** Contacts but groups by name, after this one. */
export async function listContactsAfter(
  tx: Tx,
  companyId: CompanyId,
  after: ExportedContact | undefined,
  most: number,
): Promise<ExportedContact[]> {
  const rows = await query<Omit<ExportedContact, 'id'> & { id: number }>(
    tx,
    sql`SELECT c.id, c.name, c.number, c.email FROM contacts c WHERE c.company_id = ${companyId}::int AND NOT c.is_group
      AND (c.name_key, c.id) > (${foldText(after?.name ?? '')}::text, ${after?.id ?? 0}::bigint)
      ORDER BY c.name_key, c.id LIMIT ${most}::int`,
  )
  return rows.map((row) => ({ ...row, id: contactId(row.id) }))
}
