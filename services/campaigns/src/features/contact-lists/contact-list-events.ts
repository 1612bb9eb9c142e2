import {
  deskEvent,
  orderingKeys,
  type ContactListItemSnapshot,
  type ContactListSnapshot,
  type DeskEvent,
} from '@balcao/contracts/wire'
import type { Clock, Ids, SheetImport } from '@balcao/kernel'

import type { ContactListItem } from './contact-list-item'
import type { ContactList } from './contact-list.store'

interface Stamp {
  ids: Ids
  clock: Clock
}

/** The list for events and answers. */
export const toListSnapshot = (list: ContactList): ContactListSnapshot => ({ ...list })

/** The item for events and answers. */
export const toItemSnapshot = ({ checkAt: _, ...item }: ContactListItem): ContactListItemSnapshot => item

export const contactListChanged = (stamp: Stamp, list: ContactList, created = false): DeskEvent =>
  deskEvent(stamp, orderingKeys.contactList(list.companyId, list.id), 'contactListChanged', {
    contactList: toListSnapshot(list),
    created,
  })

export const contactListDeleted = (stamp: Stamp, { companyId, id }: ContactList): DeskEvent =>
  deskEvent(stamp, orderingKeys.contactList(companyId, id), 'contactListDeleted', { contactListId: id })

export const contactListItemChanged = (stamp: Stamp, item: ContactListItem, created = false): DeskEvent =>
  deskEvent(stamp, orderingKeys.contactList(item.companyId, item.contactListId), 'contactListItemChanged', {
    item: toItemSnapshot(item),
    created,
  })

export const contactListItemDeleted = (stamp: Stamp, item: ContactListItem): DeskEvent =>
  deskEvent(stamp, orderingKeys.contactList(item.companyId, item.contactListId), 'contactListItemDeleted', {
    contactListId: item.contactListId,
    itemId: item.id,
  })

/** Rows that an import adds are not announced one by one. @param items the first page of the list. */
export const contactListImportChanged = (
  stamp: Stamp,
  changed: SheetImport,
  items: readonly ContactListItem[],
): DeskEvent =>
  deskEvent(
    stamp,
    orderingKeys.contactList(changed.companyId, changed.targetId),
    'contactListImportChanged',
    { contactListId: changed.targetId, import: changed, items: items.map(toItemSnapshot) },
  )
