import type { CompanyId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { query } from '@balcao/platform'

import type { ContactFilter, ContactPage } from '../../features/contacts/contact.store'
import { afterPrefix } from '../../words'
import { contactSnapshotOf, SELECT_CONTACTS, type ContactSnapshotRow } from './pg-contact-rows'

const MOST_COUNTED = 10_000
const MOST_FOUND = 1_000

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

function whereOf(companyId: CompanyId, { words, createdIn }: ContactFilter): Statement {
  const values = new Values(companyId)
  const where = ['c.company_id = $1::int']
  for (const word of longestFirst(words)) {
    where.push(
      `c.id IN (SELECT x.contact_id FROM contact_words x WHERE x.company_id = $1::int AND ${values.begins('x', word)})`,
    )
  }
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
  const sql = `SELECT count(*)::int AS count FROM (SELECT DISTINCT x.contact_id FROM contact_words x WHERE ${where.join(' AND ')} LIMIT ${MOST_FOUND}) s`
  return { sql, values: values.all }
}

function countStatement(companyId: CompanyId, filter: ContactFilter): Statement {
  if (filter.words.length > 0 && !filter.createdIn) return countOfWords(companyId, filter.words)
  const { sql, values } = whereOf(companyId, filter)
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

/** One page of contacts by name: ids from an index first, then 30 rows are dressed. */
export async function contactPage(
  tx: Tx,
  companyId: CompanyId,
  filter: ContactFilter,
  page: { offset: number; size: number },
): Promise<ContactPage> {
  const where = whereOf(companyId, filter)
  const limit = `LIMIT $${where.values.length + 1}::int OFFSET $${where.values.length + 2}::int`
  const rows = await query<ContactSnapshotRow>(
    tx,
    `WITH page AS MATERIALIZED (SELECT c.id FROM contacts c WHERE ${where.sql} ORDER BY c.name_key, c.id ${limit})
     ${SELECT_CONTACTS} JOIN page ON c.company_id = $1::int AND c.id = page.id ORDER BY c.name_key, c.id`,
    [...where.values, page.size + 1, page.offset],
  )
  const hasMore = rows.length > page.size
  const known = page.offset + rows.length
  const isKnown = !hasMore && (rows.length > 0 || page.offset === 0)
  const count = isKnown ? known : Math.max(known, await countOf(tx, companyId, filter))
  return { contacts: rows.slice(0, page.size).map(contactSnapshotOf), count, hasMore }
}

/** Id, name and number by name. */
export async function contactNames(
  tx: Tx,
  companyId: CompanyId,
  words: readonly string[],
  most: number,
): Promise<{ id: number; name: string; number: string }[]> {
  const where = whereOf(companyId, { words, createdIn: undefined })
  const sql = `SELECT c.id, c.name, c.number FROM contacts c WHERE ${where.sql} ORDER BY c.name_key, c.id LIMIT $${where.values.length + 1}::int`
  return query<{ id: number; name: string; number: string }>(tx, sql, [...where.values, most])
}
