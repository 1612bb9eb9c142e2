import type {
  CompanyId,
  ContactListId,
  ContactListItemId,
  ContactListItemSort,
  contactListItemSorts,
} from '@balcao/contracts'
import { foldText, type Counted, type ImportedPerson, type Slice, type Tx } from '@balcao/kernel'
import {
  CompanyTurns,
  deleteRows,
  execute,
  findRow,
  insertRowUnlessTaken,
  lockRow,
  saveRow,
  sql,
  tableOf,
  violatedConstraint,
  readSlice,
  whereMatches,
  type ListOrder,
} from '@balcao/platform'

import {
  toNumberKey,
  type ContactListItem,
  type ContactListItemStore,
} from '../../features/contact-lists/contact-list-item.store'
import { contactListItems } from './contact-list-table'
import { repositoryOf } from './tables'

const itemTable = tableOf(contactListItems)

/* More of them have their turn at the next look. */
const MOST_COMPANIES = 1_000

const order: ListOrder<(typeof contactListItemSorts)[number]> = {
  columns: {
    name: 'i.search_text',
    number: 'i.number',
    email: 'i.email',
  },
  own: ['i.search_text', 'ASC'],
}

/** Contacts of lists in campaigns' own schema. */
export class PgContactListItemStore implements ContactListItemStore {
  private readonly turns = new CompanyTurns({
    name: 'contact_list_items',
    dueAt: 'check_at',
    order: 'id',
    open: sql`check_at IS NOT NULL`,
  })

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

  page(
    tx: Tx,
    companyId: CompanyId,
    { contactListId, search }: { contactListId: ContactListId; search: string },
    slice: Slice<ContactListItemSort>,
  ): Promise<Counted<ContactListItem>> {
    const builder = repositoryOf(tx, contactListItems)
      .createQueryBuilder('i')
      .where({ companyId, contactListId })
    return readSlice(whereMatches(builder, search), slice, order)
  }

  lockUncheckedByNumber(tx: Tx, companyId: CompanyId, numberKey: string): Promise<ContactListItem[]> {
    return itemTable.find(
      tx,
      sql`WHERE company_id = ${companyId} AND number_key = ${numberKey} AND validity = 'unknown' ORDER BY id FOR UPDATE`,
    )
  }

  async listUnchecked(tx: Tx, now: Date): Promise<ContactListItem[]> {
    const request = { now, limit: MOST_COMPANIES, perCompany: 1 }
    return (await this.turns.list(tx, itemTable.columnsOf('w'), request)).map(itemTable.read)
  }
}
