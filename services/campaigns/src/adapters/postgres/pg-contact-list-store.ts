import type { CompanyId, ContactListId, contactListSorts } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { PgSearchedRecordStore, query, sql } from '@balcao/platform'

import type { ContactList, ContactListStore } from '../../features/contact-lists/contact-list.store'
import { contactLists } from './contact-list-table'
import { repositoryOf } from './tables'

/** Contact lists in campaigns' own schema. */
export class PgContactListStore
  extends PgSearchedRecordStore<ContactList, (typeof contactListSorts)[number]>
  implements ContactListStore
{
  constructor() {
    super(repositoryOf, contactLists, {
      columns: { name: 'r.search_text', contactsCount: 'r.contactsCount' },
      own: ['r.search_text', 'ASC'],
    })
  }

  async isInUse(tx: Tx, company: CompanyId, id: ContactListId): Promise<boolean> {
    const rows = await query(
      tx,
      sql`SELECT 1 FROM campaigns WHERE company_id = ${company} AND contact_list_id = ${id}
        AND status IN ('PROGRAMADA', 'EM_ANDAMENTO') LIMIT 1`,
    )
    return rows.length > 0
  }
}
