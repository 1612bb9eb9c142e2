import { contactId, type CompanyId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { integerSql, joinSql, query, sql, type Sql } from '@balcao/platform'

import type { ContactFilter, ContactPage, ExportedContact } from '../../features/contacts/contact.store'
import { mapContactSnapshotRow, contactSnapshots } from './pg-contact-snapshots'
import { foldText } from '../../words'
import { beginsWith } from './word-index'

const MOST_COUNTED = 10_000
const MOST_FOUND = 1_000
/** Index entries read for 1,000 contacts: a contact has few words with one prefix. */
const MOST_ENTRIES = 5_000

const longestFirst = (words: readonly string[]): string[] =>
  words.toSorted((left, right) => right.length - left.length)

/* Few contacts are listed from the words' index; of many, contacts are scanned by name until a page is full. */
const hasWord = (companyId: CompanyId, word: string, isFrequent: boolean): Sql =>
  isFrequent
    ? sql`(SELECT true FROM contact_words x WHERE x.company_id = c.company_id AND x.contact_id = c.id AND ${beginsWith('x', word)} LIMIT 1)`
    : sql`c.id IN (SELECT x.contact_id FROM contact_words x WHERE x.company_id = ${companyId}::int AND ${beginsWith('x', word)})`

function buildConditions(
  companyId: CompanyId,
  { words, createdIn }: ContactFilter,
  areFrequent: boolean,
): Sql {
  const where = [
    sql`c.company_id = ${companyId}::int`,
    ...longestFirst(words).map((word) => hasWord(companyId, word, areFrequent)),
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

function countStatement(companyId: CompanyId, filter: ContactFilter): Sql {
  if (filter.words.length > 0 && !filter.createdIn) return countWords(companyId, filter.words)
  const where = buildConditions(companyId, filter, false)
  return sql`SELECT count(*)::int AS count FROM (SELECT 1 FROM contacts c WHERE ${where} LIMIT ${integerSql(MOST_COUNTED)}) s`
}

async function countContacts(tx: Tx, companyId: CompanyId, filter: ContactFilter): Promise<number> {
  const [row] = await query<{ count: number }>(tx, countStatement(companyId, filter))
  return row?.count ?? 0
}

/**
 * One page of contacts by name. Counted first: the number decides how words are looked up. Ids come from an index, and
 * then 30 rows are read by a statement that is the same for all filters and planned once.
 */
export async function readContactPage(
  tx: Tx,
  companyId: CompanyId,
  filter: ContactFilter,
  page: { offset: number; size: number },
): Promise<ContactPage> {
  const counted = await countContacts(tx, companyId, filter)
  if (counted === 0) return { contacts: [], count: 0, hasMore: false }
  const where = buildConditions(companyId, filter, counted >= MOST_FOUND)
  const ids = await query<{ id: number }>(
    tx,
    sql`SELECT c.id FROM contacts c WHERE ${where} ORDER BY c.name_key, c.id LIMIT ${page.size + 1}::int OFFSET ${page.offset}::int`,
  )
  const shown = ids.slice(0, page.size).map(({ id }) => id)
  const statement = sql`${contactSnapshots} WHERE c.company_id = ${companyId}::int AND c.id = ANY (${shown}::int[]) ORDER BY c.name_key, c.id`
  const rows = shown.length > 0 ? await query(tx, statement) : []
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
  const where = buildConditions(companyId, { words, createdIn: undefined }, false)
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
      AND (c.name_key, c.id) > (${foldText(after?.name ?? '')}::text, ${after?.id ?? 0}::int)
      ORDER BY c.name_key, c.id LIMIT ${most}::int`,
  )
  return rows.map((row) => ({ ...row, id: contactId(row.id) }))
}
