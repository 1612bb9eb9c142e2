import type { CompanyId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { query } from '@balcao/platform'

import type { ContactFilter, ContactPage } from '../../features/contacts/contact.store'
import { afterPrefix } from '../../words'
import { contactSnapshotOf, SELECT_CONTACTS, type ContactSnapshotRow } from './pg-contact-rows'

const MOST_COUNTED = 10_000

interface Where {
  sql: string
  values: unknown[]
}

/* The first, longest word lists candidates from the index; the others are asked of each. */
function whereOf(companyId: CompanyId, { words, createdIn }: ContactFilter): Where {
  const values: unknown[] = [companyId]
  const add = (value: unknown) => `$${values.push(value)}`
  const where = ['c.company_id = $1::int']
  const begins = (alias: string, word: string) =>
    `${alias}.word >= ${add(word)}::text AND ${alias}.word < ${add(afterPrefix(word))}::text`
  for (const word of words.toSorted((left, right) => right.length - left.length)) {
    where.push(
      `c.id IN (SELECT x.contact_id FROM contact_words x WHERE x.company_id = $1::int AND ${begins('x', word)})`,
    )
  }
  if (createdIn?.from) where.push(`c.created_at >= ${add(createdIn.from)}::timestamptz`)
  if (createdIn?.to) where.push(`c.created_at < ${add(createdIn.to)}::timestamptz`)
  return { sql: where.join(' AND '), values }
}

async function countOf(tx: Tx, { sql, values }: Where): Promise<number> {
  const [row] = await query<{ count: number }>(
    tx,
    `SELECT count(*)::int AS count FROM (SELECT 1 FROM contacts c WHERE ${sql} LIMIT ${MOST_COUNTED}) s`,
    values,
  )
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
  const count = isKnown ? known : Math.max(known, await countOf(tx, where))
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
