export { ContactsPage } from './contacts-page'
