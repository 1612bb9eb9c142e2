import type { ServicePorts, SheetImportStore, SheetReader } from '@balcao/kernel'

import type { ContactListItemStore } from './contact-list-item.store'
import type { ContactListStore } from './contact-list.store'

export interface ContactListDeps extends Pick<ServicePorts, 'db' | 'events' | 'clock' | 'ids' | 'rpc'> {
  contactLists: ContactListStore
  contactListItems: ContactListItemStore
  imports: SheetImportStore
  sheets: SheetReader
}
