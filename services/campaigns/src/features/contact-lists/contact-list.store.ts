import type { CompanyId, ContactListId, ContactListSort } from '@balcao/contracts'
import type { SearchedRecordStore, Tx } from '@balcao/kernel'

export interface ContactList {
  id: ContactListId
  companyId: CompanyId
  name: string
  contactsCount: number
  createdAt: Date
  updatedAt: Date
}

/** By name unless sorted. A list is deleted with its items and imports. */
export interface ContactListStore extends SearchedRecordStore<ContactList, ContactListSort> {
  /** Items of a list change under its lock, so that its count is theirs. */
  lock(tx: Tx, companyId: CompanyId, id: ContactListId): Promise<ContactList | undefined>
  /** Whether a scheduled or running campaign goes to it. */
  isInUse(tx: Tx, companyId: CompanyId, id: ContactListId): Promise<boolean>
}
