import type { CompanyId, ContactListId, ContactListItemId } from '@balcao/contracts'
import { foldText, type ImportedPerson, type Tx } from '@balcao/kernel'
import { escapeLike, execute, noSql, query, sql, violatedConstraint } from '@balcao/platform'

import {
  toNumberKey,
  type ContactListItem,
  type ContactListItemStore,
} from '../../features/contact-lists/contact-list-item.store'
import type { Slice } from '../../features/contact-lists/contact-list.store'
import { contactListItems } from './contact-list-table'

const ONE_PER_NUMBER = sql`ON CONFLICT ON CONSTRAINT contact_list_items_number DO NOTHING`

/** Contacts of lists in campaigns' own schema. */
export class PgContactListItemStore implements ContactListItemStore {
  insert(tx: Tx, item: Omit<ContactListItem, 'id'>): Promise<ContactListItem | undefined> {
    return contactListItems.insert(tx, item, ONE_PER_NUMBER)
  }

  insertPeople(
    tx: Tx,
    { companyId, contactListId }: Pick<ContactListItem, 'companyId' | 'contactListId'>,
    people: readonly ImportedPerson[],
    now: Date,
  ): Promise<number> {
    return execute(
      tx,
      sql`INSERT INTO contact_list_items
          (company_id, contact_list_id, name, number, number_key, email, search_text, validity, check_at, created_at, updated_at)
        SELECT ${companyId}::int, ${contactListId}::int, *, 'unknown', ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
        FROM unnest(${people.map(({ name }) => name)}::text[], ${people.map(({ number }) => number)}::text[],
          ${people.map(({ number }) => toNumberKey(number))}::text[], ${people.map(({ email }) => email)}::text[],
          ${people.map(({ name, number }) => foldText(`${name}\n${number}`))}::text[])
        ${ONE_PER_NUMBER}`,
    )
  }

  find(tx: Tx, company: CompanyId, id: ContactListItemId): Promise<ContactListItem | undefined> {
    return contactListItems.findFirst(tx, sql`WHERE company_id = ${company} AND id = ${id}`)
  }

  lock(tx: Tx, company: CompanyId, id: ContactListItemId): Promise<ContactListItem | undefined> {
    return contactListItems.findFirst(tx, sql`WHERE company_id = ${company} AND id = ${id} FOR UPDATE`)
  }

  async save(tx: Tx, item: ContactListItem): Promise<boolean> {
    try {
      await contactListItems.update(tx, item, sql`WHERE company_id = ${item.companyId} AND id = ${item.id}`)
      return true
    } catch (error) {
      if (violatedConstraint(error) !== 'contact_list_items_number') throw error
      return false
    }
  }

  async delete(tx: Tx, company: CompanyId, id: ContactListItemId): Promise<void> {
    await execute(tx, sql`DELETE FROM contact_list_items WHERE company_id = ${company} AND id = ${id}`)
  }

  async page(
    tx: Tx,
    company: CompanyId,
    { contactListId, search }: { contactListId: ContactListId; search: string },
    { offset, limit }: Slice,
  ): Promise<{ items: ContactListItem[]; count: number }> {
    const folded = foldText(search.trim())
    const matches = folded === '' ? noSql : sql`AND search_text LIKE ${`%${escapeLike(folded)}%`}`
    const where = sql`WHERE company_id = ${company} AND contact_list_id = ${contactListId} ${matches}`
    const items = await contactListItems.find(
      tx,
      sql`${where} ORDER BY search_text, id LIMIT ${limit}::int OFFSET ${offset}::int`,
    )
    const [total] = await query<{ count: number }>(
      tx,
      sql`SELECT count(*)::int AS count FROM contact_list_items ${where}`,
    )
    return { items, count: total?.count ?? 0 }
  }

  async listUnchecked(tx: Tx, now: Date): Promise<ContactListItem[]> {
    const rows = await query(
      tx,
      sql`SELECT i.* FROM (SELECT DISTINCT company_id FROM contact_list_items WHERE check_at <= ${now}) c
        CROSS JOIN LATERAL (
          SELECT ${contactListItems.columns} FROM contact_list_items x
          WHERE x.company_id = c.company_id AND x.check_at <= ${now} ORDER BY check_at, id LIMIT 1) i`,
    )
    return rows.map((row) => contactListItems.read(row))
  }
}
