import type { CompanyId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { query } from '@balcao/platform'

import type { ContactFilter, ContactPage } from '../../features/contacts/contact.store'
import { afterPrefix } from '../../words'
import { contactSnapshotOf, SELECT_CONTACTS, type ContactSnapshotRow } from './pg-contact-rows'

const MOST_COUNTED = 10_000
const MOST_FOUND = 1_000
/** Entries looked at for 1,000 contacts: one has few words that begin alike. */
const MOST_ENTRIES = 5_000

interface Statement {
  sql: string
  values: unknown[]
}

/* Texts differ by the number of words only, so few of them are ever prepared. */
class Values {
  readonly all: unknown[]
  constructor(companyId: CompanyId) {
    this.all = [companyId]
  }
  add(value: unknown): string {
    return `$${this.all.push(value)}`
  }
  begins(alias: string, word: string): string {
    return `${alias}.word >= ${this.add(word)}::text AND ${alias}.word < ${this.add(afterPrefix(word))}::text`
  }
}

const longestFirst = (words: readonly string[]): string[] =>
  words.toSorted((left, right) => right.length - left.length)

/* Few contacts are listed from the words' index; of many, contacts are asked by name, one after the other, until a page is full. */
const hasWord = (values: Values, word: string, isFrequent: boolean): string =>
  isFrequent
    ? `(SELECT true FROM contact_words x WHERE x.company_id = c.company_id AND x.contact_id = c.id AND ${values.begins('x', word)} LIMIT 1)`
    : `c.id IN (SELECT x.contact_id FROM contact_words x WHERE x.company_id = $1::int AND ${values.begins('x', word)})`

function whereOf(companyId: CompanyId, { words, createdIn }: ContactFilter, areFrequent: boolean): Statement {
  const values = new Values(companyId)
  const where = ['c.company_id = $1::int']
  for (const word of longestFirst(words)) where.push(hasWord(values, word, areFrequent))
  if (createdIn?.from) where.push(`c.created_at >= ${values.add(createdIn.from)}::timestamptz`)
  if (createdIn?.to) where.push(`c.created_at < ${values.add(createdIn.to)}::timestamptz`)
  return { sql: where.join(' AND '), values: values.all }
}

/* Words alone are counted in their own index, without a look at the contacts. */
function countOfWords(companyId: CompanyId, words: readonly string[]): Statement {
  const values = new Values(companyId)
  const [longest = '', ...others] = longestFirst(words)
  const where = ['x.company_id = $1::int', values.begins('x', longest)]
  for (const word of others) {
    where.push(
      `EXISTS (SELECT 1 FROM contact_words y WHERE y.company_id = $1::int AND y.contact_id = x.contact_id AND ${values.begins('y', word)})`,
    )
  }
  const entries = `SELECT x.contact_id FROM contact_words x WHERE ${where.join(' AND ')} LIMIT ${MOST_ENTRIES}`
  const sql = `SELECT count(*)::int AS count FROM (SELECT DISTINCT contact_id FROM (${entries}) e LIMIT ${MOST_FOUND}) s`
  return { sql, values: values.all }
}

function countStatement(companyId: CompanyId, filter: ContactFilter): Statement {
  if (filter.words.length > 0 && !filter.createdIn) return countOfWords(companyId, filter.words)
  const { sql, values } = whereOf(companyId, filter, false)
  return {
    sql: `SELECT count(*)::int AS count FROM (SELECT 1 FROM contacts c WHERE ${sql} LIMIT ${MOST_COUNTED}) s`,
    values,
  }
}

async function countOf(tx: Tx, companyId: CompanyId, filter: ContactFilter): Promise<number> {
  const { sql, values } = countStatement(companyId, filter)
  const [row] = await query<{ count: number }>(tx, sql, values)
  return row?.count ?? 0
}

const DRESSED = `${SELECT_CONTACTS} WHERE c.company_id = $1::int AND c.id = ANY ($2::int[]) ORDER BY c.name_key, c.id`

/**
 * One page of contacts by name. Counted first: the number decides how words are looked up. Ids come from an index, and
 * then 30 rows are dressed by a statement that is the same for all filters and planned once.
 */
export async function contactPage(
  tx: Tx,
  companyId: CompanyId,
  filter: ContactFilter,
  page: { offset: number; size: number },
): Promise<ContactPage> {
  const counted = await countOf(tx, companyId, filter)
  if (counted === 0) return { contacts: [], count: 0, hasMore: false }
  const where = whereOf(companyId, filter, counted >= MOST_FOUND)
  const limit = `LIMIT $${where.values.length + 1}::int OFFSET $${where.values.length + 2}::int`
  const ids = await query<{ id: number }>(
    tx,
    `SELECT c.id FROM contacts c WHERE ${where.sql} ORDER BY c.name_key, c.id ${limit}`,
    [...where.values, page.size + 1, page.offset],
  )
  const shown = ids.slice(0, page.size).map(({ id }) => id)
  const rows = shown.length > 0 ? await query<ContactSnapshotRow>(tx, DRESSED, [companyId, shown]) : []
  return {
    contacts: rows.map(contactSnapshotOf),
    // What was counted is capped; a page that is there is known.
    count: ids.length > 0 ? Math.max(page.offset + ids.length, counted) : counted,
    hasMore: ids.length > page.size,
  }
}

/** Id, name and number by name. */
export async function contactNames(
  tx: Tx,
  companyId: CompanyId,
  words: readonly string[],
  most: number,
): Promise<{ id: number; name: string; number: string }[]> {
  const where = whereOf(companyId, { words, createdIn: undefined }, false)
  const sql = `SELECT c.id, c.name, c.number FROM contacts c WHERE ${where.sql} ORDER BY c.name_key, c.id LIMIT $${where.values.length + 1}::int`
  return query<{ id: number; name: string; number: string }>(tx, sql, [...where.values, most])
}
