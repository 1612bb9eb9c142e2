export type { ContactListStore } from './contact-list.store'
export type { ContactListItem, ContactListItemStore } from './contact-list-item.store'
export { recordSentNumber } from './record-sent-number'
export { toItemSnapshot } from './contact-list-events'
