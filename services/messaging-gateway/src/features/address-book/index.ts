export type { AddressBookStore } from './address-book.store'
export { recordAddressBook, type AddressBookDeps } from './record-address-book'
