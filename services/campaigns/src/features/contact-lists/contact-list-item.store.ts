import type { CompanyId, ContactListId, ContactListItemId, ContactListItemSort } from '@balcao/contracts'
import type { Counted, ImportedPerson, Slice, Tx } from '@balcao/kernel'

import type { ContactListItem } from './contact-list-item'

export type { ContactListItem, Validity } from './contact-list-item'
export { toNumberKey, validities } from './contact-list-item'

export interface ContactListItemStore {
  /** Undefined when the list has the number. */
  insert(tx: Tx, item: Omit<ContactListItem, 'id'>): Promise<ContactListItem | undefined>
  /** Adds people whose number the list does not have; how many those were. */
  insertPeople(
    tx: Tx,
    list: Pick<ContactListItem, 'companyId' | 'contactListId'>,
    people: readonly ImportedPerson[],
    now: Date,
  ): Promise<number>
  find(tx: Tx, companyId: CompanyId, id: ContactListItemId): Promise<ContactListItem | undefined>
  lock(tx: Tx, companyId: CompanyId, id: ContactListItemId): Promise<ContactListItem | undefined>
  /** False when the list has the number in another item. */
  save(tx: Tx, item: ContactListItem): Promise<boolean>
  delete(tx: Tx, companyId: CompanyId, id: ContactListItemId): Promise<void>
  /** By name unless sorted; the words match name or number. */
  page(
    tx: Tx,
    companyId: CompanyId,
    filter: { contactListId: ContactListId; search: string },
    slice: Slice<ContactListItemSort>,
  ): Promise<Counted<ContactListItem>>
  /** A number's items that were not checked, in every list of the company. */
  lockUncheckedByNumber(tx: Tx, companyId: CompanyId, numberKey: string): Promise<ContactListItem[]>
  /** The next number to check of each company, of 1,000 companies at most, in turn. Needs a platform transaction of its own. */
  listUnchecked(tx: Tx, now: Date): Promise<ContactListItem[]>
}
