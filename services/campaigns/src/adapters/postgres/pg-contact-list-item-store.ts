import type { CompanyId, ContactListId, ContactListItemId } from '@balcao/contracts'
import { foldText, type ImportedPerson, type Tx } from '@balcao/kernel'
import {
  deleteRows,
  toLikePart,
  execute,
  findRow,
  insertRowUnlessTaken,
  lockRow,
  query,
  saveRow,
  sql,
  tableOf,
  violatedConstraint,
} from '@balcao/platform'

import {
  toNumberKey,
  type ContactListItem,
  type ContactListItemStore,
} from '../../features/contact-lists/contact-list-item.store'
import type { Slice } from '../../features/contact-lists/contact-list.store'
import { contactListItems } from './contact-list-table'
import { repositoryOf } from './tables'

const itemTable = tableOf(contactListItems)

/** Contacts of lists in campaigns' own schema. */
export class PgContactListItemStore implements ContactListItemStore {
  insert(tx: Tx, item: Omit<ContactListItem, 'id'>): Promise<ContactListItem | undefined> {
    return insertRowUnlessTaken(repositoryOf(tx, contactListItems), item)
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
        ON CONFLICT ON CONSTRAINT contact_list_items_number DO NOTHING`,
    )
  }

  find(tx: Tx, companyId: CompanyId, id: ContactListItemId): Promise<ContactListItem | undefined> {
    return findRow(repositoryOf(tx, contactListItems), { companyId, id })
  }

  lock(tx: Tx, companyId: CompanyId, id: ContactListItemId): Promise<ContactListItem | undefined> {
    return lockRow(repositoryOf(tx, contactListItems), { companyId, id })
  }

  async save(tx: Tx, item: ContactListItem): Promise<boolean> {
    const { companyId, id } = item
    try {
      await saveRow(repositoryOf(tx, contactListItems), { companyId, id }, item)
      return true
    } catch (error) {
      if (violatedConstraint(error) !== 'contact_list_items_number') throw error
      return false
    }
  }

  async delete(tx: Tx, companyId: CompanyId, id: ContactListItemId): Promise<void> {
    await deleteRows(repositoryOf(tx, contactListItems), { companyId, id })
  }

  async page(
    tx: Tx,
    companyId: CompanyId,
    { contactListId, search }: { contactListId: ContactListId; search: string },
    { offset, limit }: Slice,
  ): Promise<{ items: ContactListItem[]; count: number }> {
    const builder = repositoryOf(tx, contactListItems)
      .createQueryBuilder('i')
      .where({ companyId, contactListId })
      .orderBy('i.search_text')
      .addOrderBy('i.id')
    const folded = foldText(search.trim())
    if (folded !== '') builder.andWhere('i.search_text LIKE :part', { part: toLikePart(folded) })
    const [items, count] = await builder.limit(limit).offset(offset).getManyAndCount()
    return { items, count }
  }

  async listUnchecked(tx: Tx, now: Date): Promise<ContactListItem[]> {
    const rows = await query(
      tx,
      sql`SELECT i.* FROM (SELECT DISTINCT company_id FROM contact_list_items WHERE check_at <= ${now}) c
        CROSS JOIN LATERAL (
          SELECT ${itemTable.columns} FROM contact_list_items x
          WHERE x.company_id = c.company_id AND x.check_at <= ${now} ORDER BY check_at, id LIMIT 1) i`,
    )
    return rows.map((row) => itemTable.read(row))
  }
}
