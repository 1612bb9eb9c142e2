import type { Sort } from '../rules/sort'
import type { sheetImportBody } from './contact-imports.http'
import type { ContactImportView, ImportFaultView } from './contact-imports.routes'
import type {
  contactListBody,
  contactListItemBody,
  contactListItemPatchBody,
  contactListPatchBody,
  listContactListItemsQuery,
  listContactListsQuery,
} from './contact-lists.http'
import { type Sent, route } from './route'

/** What the list of contact lists is sorted by. */
export const contactListSorts = ['name', 'contactsCount'] as const

export type ContactListSort = Sort<(typeof contactListSorts)[number]>

/** What the contacts of a list are sorted by. */
export const contactListItemSorts = ['name', 'number', 'email'] as const

export type ContactListItemSort = Sort<(typeof contactListItemSorts)[number]>

export interface ContactListView {
  id: number
  name: string
  contactsCount: number
  companyId: number
  createdAt: string
  updatedAt: string
}

export interface ContactListItemView {
  id: number
  name: string
  number: string
  email: string
  /** null: not checked yet. */
  isWhatsappValid: boolean | null
  companyId: number
  contactListId: number
  createdAt: string
  updatedAt: string
}

/** The import of a spreadsheet into a contact list. */
export interface ContactListImportView extends ContactImportView {
  contactListId: number
}

export const contactListRoutes = {
  listContactLists: route('get', '/contact-lists').with<{
    query: Sent<typeof listContactListsQuery>
    answer: { records: ContactListView[]; count: number; hasMore: boolean }
  }>(),
  listAllContactLists: route('get', '/contact-lists/list').with<{ answer: ContactListView[] }>(),
  getContactList: route('get', '/contact-lists/:contactListId').with<{ answer: ContactListView }>(),
  createContactList: route('post', '/contact-lists').with<{
    body: Sent<typeof contactListBody>
    answer: ContactListView
  }>(),
  updateContactList: route('put', '/contact-lists/:contactListId').with<{
    body: Sent<typeof contactListPatchBody>
    answer: ContactListView
  }>(),
  deleteContactList: route('delete', '/contact-lists/:contactListId').with<{ answer: { message: string } }>(),
  uploadContactList: route('post', '/contact-lists/:contactListId/upload').with<{
    body: Sent<typeof sheetImportBody>
    answer: ContactListImportView
  }>(),
  getContactListImport: route('get', '/contact-lists/:contactListId/imports/:importId').with<{
    answer: ContactListImportView
  }>(),
  listContactListImportFaults: route('get', '/contact-lists/:contactListId/imports/:importId/faults').with<{
    answer: ImportFaultView[]
  }>(),

  listContactListItems: route('get', '/contact-list-items').with<{
    query: Sent<typeof listContactListItemsQuery>
    answer: { contacts: ContactListItemView[]; count: number; hasMore: boolean }
  }>(),
  getContactListItem: route('get', '/contact-list-items/:itemId').with<{ answer: ContactListItemView }>(),
  createContactListItem: route('post', '/contact-list-items').with<{
    body: Sent<typeof contactListItemBody>
    answer: ContactListItemView
  }>(),
  updateContactListItem: route('put', '/contact-list-items/:itemId').with<{
    body: Sent<typeof contactListItemPatchBody>
    answer: ContactListItemView
  }>(),
  deleteContactListItem: route('delete', '/contact-list-items/:itemId').with<{
    answer: { message: string }
  }>(),
}
