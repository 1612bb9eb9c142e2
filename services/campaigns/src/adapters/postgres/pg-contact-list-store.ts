import type { CompanyId, ContactListId, ContactListSort, contactListSorts } from '@balcao/contracts'
import { foldText, type Counted, type Slice, type Tx } from '@balcao/kernel'
import {
  deleteRows,
  toLikePart,
  findRow,
  insertRow,
  lockRow,
  query,
  sql,
  saveRow,
  readSlice,
  type ListOrder,
} from '@balcao/platform'

import type { ContactList, ContactListStore } from '../../features/contact-lists/contact-list.store'
import { contactLists } from './contact-list-table'
import { repositoryOf } from './tables'

const order: ListOrder<(typeof contactListSorts)[number]> = {
  columns: {
    name: 'l.search_text',
    contactsCount: 'l.contactsCount',
  },
  own: ['l.search_text', 'ASC'],
}

/** Contact lists in campaigns' own schema. */
export class PgContactListStore implements ContactListStore {
  insert(tx: Tx, list: Omit<ContactList, 'id'>): Promise<ContactList> {
    return insertRow(repositoryOf(tx, contactLists), list)
  }

  find(tx: Tx, companyId: CompanyId, id: ContactListId): Promise<ContactList | undefined> {
    return findRow(repositoryOf(tx, contactLists), { companyId, id })
  }

  lock(tx: Tx, companyId: CompanyId, id: ContactListId): Promise<ContactList | undefined> {
    return lockRow(repositoryOf(tx, contactLists), { companyId, id })
  }

  async save(tx: Tx, list: ContactList): Promise<void> {
    const { companyId, id } = list
    await saveRow(repositoryOf(tx, contactLists), { companyId, id }, list)
  }

  async delete(tx: Tx, companyId: CompanyId, id: ContactListId): Promise<boolean> {
    return (await deleteRows(repositoryOf(tx, contactLists), { companyId, id })) > 0
  }

  async isInUse(tx: Tx, company: CompanyId, id: ContactListId): Promise<boolean> {
    const rows = await query(
      tx,
      sql`SELECT 1 FROM campaigns WHERE company_id = ${company} AND contact_list_id = ${id}
        AND status IN ('PROGRAMADA', 'EM_ANDAMENTO') LIMIT 1`,
    )
    return rows.length > 0
  }

  page(
    tx: Tx,
    company: CompanyId,
    search: string,
    slice: Slice<ContactListSort>,
  ): Promise<Counted<ContactList>> {
    const builder = repositoryOf(tx, contactLists)
      .createQueryBuilder('l')
      .where({ companyId: company })
      .andWhere('l.search_text LIKE :part', { part: toLikePart(foldText(search.trim())) })
    return readSlice(builder, slice, order)
  }
}
