export type { ContactListStore } from './contact-list.store'
