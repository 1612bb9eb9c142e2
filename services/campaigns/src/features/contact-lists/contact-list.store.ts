import type { CompanyId, ContactListId, ContactListSort } from '@balcao/contracts'
import type { Counted, Slice, Tx } from '@balcao/kernel'

export interface ContactList {
  id: ContactListId
  companyId: CompanyId
  name: string
  contactsCount: number
  createdAt: Date
  updatedAt: Date
}

export interface ContactListStore {
  insert(tx: Tx, list: Omit<ContactList, 'id'>): Promise<ContactList>
  find(tx: Tx, companyId: CompanyId, id: ContactListId): Promise<ContactList | undefined>
  /** Items of a list change under its lock, so that its count is theirs. */
  lock(tx: Tx, companyId: CompanyId, id: ContactListId): Promise<ContactList | undefined>
  save(tx: Tx, list: ContactList): Promise<void>
  /** With its items and imports. */
  delete(tx: Tx, companyId: CompanyId, id: ContactListId): Promise<boolean>
  /** Whether a scheduled or running campaign goes to it. */
  isInUse(tx: Tx, companyId: CompanyId, id: ContactListId): Promise<boolean>
  /** By name unless sorted. */
  page(
    tx: Tx,
    companyId: CompanyId,
    search: string,
    slice: Slice<ContactListSort>,
  ): Promise<Counted<ContactList>>
}
