export type { ContactListStore } from './contact-list.store'
export type { ContactListItem, ContactListItemStore } from './contact-list-item.store'
export { toItemSnapshot } from './contact-list-events'
