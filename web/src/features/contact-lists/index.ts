export { ContactListsPage } from './contact-lists-page'
export { ListItemsPage } from './list-items-page'
