import type { CompanyId, ContactListId } from '@balcao/contracts'
import { foldText, type Tx } from '@balcao/kernel'
import { escapeLike, execute, query, sql } from '@balcao/platform'

import type { ContactList, ContactListStore, Slice } from '../../features/contact-lists/contact-list.store'
import { contactLists } from './contact-list-table'

/** Contact lists in campaigns' own schema. */
export class PgContactListStore implements ContactListStore {
  async insert(tx: Tx, list: Omit<ContactList, 'id'>): Promise<ContactList> {
    const inserted = await contactLists.insert(tx, list)
    if (!inserted) throw new Error('the contact list got no id')
    return inserted
  }

  find(tx: Tx, company: CompanyId, id: ContactListId): Promise<ContactList | undefined> {
    return contactLists.findFirst(tx, sql`WHERE company_id = ${company} AND id = ${id}`)
  }

  lock(tx: Tx, company: CompanyId, id: ContactListId): Promise<ContactList | undefined> {
    return contactLists.findFirst(tx, sql`WHERE company_id = ${company} AND id = ${id} FOR UPDATE`)
  }

  async save(tx: Tx, list: ContactList): Promise<void> {
    await contactLists.update(tx, list, sql`WHERE company_id = ${list.companyId} AND id = ${list.id}`)
  }

  async delete(tx: Tx, company: CompanyId, id: ContactListId): Promise<boolean> {
    return (
      (await execute(tx, sql`DELETE FROM contact_lists WHERE company_id = ${company} AND id = ${id}`)) > 0
    )
  }

  async isInUse(tx: Tx, company: CompanyId, id: ContactListId): Promise<boolean> {
    const rows = await query(
      tx,
      sql`SELECT 1 FROM campaigns WHERE company_id = ${company} AND contact_list_id = ${id}
        AND status IN ('PROGRAMADA', 'EM_ANDAMENTO') LIMIT 1`,
    )
    return rows.length > 0
  }

  async page(
    tx: Tx,
    company: CompanyId,
    search: string,
    { offset, limit }: Slice,
  ): Promise<{ lists: ContactList[]; count: number }> {
    const where = sql`WHERE company_id = ${company} AND search_text LIKE ${`%${escapeLike(foldText(search.trim()))}%`}`
    const lists = await contactLists.find(
      tx,
      sql`${where} ORDER BY search_text, id LIMIT ${limit}::int OFFSET ${offset}::int`,
    )
    const [total] = await query<{ count: number }>(
      tx,
      sql`SELECT count(*)::int AS count FROM contact_lists ${where}`,
    )
    return { lists, count: total?.count ?? 0 }
  }
}
