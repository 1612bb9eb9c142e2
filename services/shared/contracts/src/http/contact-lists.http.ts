import { sheetImportBody } from './contact-imports.http'
import { contactListRoutes, contactListItemSorts, contactListSorts } from './contact-lists.routes'
import { endpoint } from './endpoint'
import {
  bigIdText,
  idField,
  idText,
  ignored,
  literals,
  object,
  pageNumber,
  searchParam,
  sortText,
  text,
} from './fields'

const listName = () => text(50).trim().min(2, literals.short)

export const contactListBody = object({
  name: listName().required(literals.required),
  companyId: ignored(),
})

/** Absent fields stay as they are. */
export const contactListPatchBody = object({
  name: listName(),
  id: ignored(),
  contactsCount: ignored(),
  companyId: ignored(),
  createdAt: ignored(),
  updatedAt: ignored(),
})

const listParams = object({ contactListId: idText().required() })
const importParams = object({ contactListId: idText().required(), importId: idText().required() })
const itemParams = object({ itemId: bigIdText().required() })

const itemFields = {
  name: listName(),
  number: text(50).trim().min(8, literals.short),
  email: text(100).trim().email(literals.email),
  companyId: ignored(),
}

export const contactListItemBody = object({
  ...itemFields,
  name: itemFields.name.required(literals.required),
  number: itemFields.number.required(literals.required),
  email: itemFields.email.default(''),
  contactListId: idField().required(literals.required),
})

/** Absent fields stay as they are. */
export const contactListItemPatchBody = object({
  ...itemFields,
  id: ignored(),
  contactListId: ignored(),
  isWhatsappValid: ignored(),
  createdAt: ignored(),
  updatedAt: ignored(),
})

export const listContactListsQuery = object({
  searchParam: searchParam(),
  pageNumber: pageNumber(),
  sort: sortText(contactListSorts).optional(),
})

export const listContactLists = endpoint(contactListRoutes.listContactLists, {
  access: 'admin',
  plan: 'useCampaigns',
  rate: 'search',
  query: listContactListsQuery,
  tag: 'contact-lists',
  summary: 'Contact lists by name or as `sort` says, 20 a page.',
})

export const listAllContactLists = endpoint(contactListRoutes.listAllContactLists, {
  access: 'admin',
  plan: 'useCampaigns',
  tag: 'contact-lists',
  summary: 'All contact lists of the company by name, at most 5,000.',
})

export const getContactList = endpoint(contactListRoutes.getContactList, {
  access: 'admin',
  plan: 'useCampaigns',
  params: listParams,
  tag: 'contact-lists',
  summary: 'One contact list.',
  errors: ['ERR_NO_CONTACT_LIST_FOUND'],
})

export const createContactList = endpoint(contactListRoutes.createContactList, {
  access: 'admin',
  plan: 'useCampaigns',
  body: contactListBody,
  tag: 'contact-lists',
  summary: 'An empty contact list.',
})

export const updateContactList = endpoint(contactListRoutes.updateContactList, {
  access: 'admin',
  plan: 'useCampaigns',
  params: listParams,
  body: contactListPatchBody,
  tag: 'contact-lists',
  summary: 'Renames a contact list.',
  errors: ['ERR_NO_CONTACT_LIST_FOUND'],
})

export const deleteContactList = endpoint(contactListRoutes.deleteContactList, {
  access: 'admin',
  plan: 'useCampaigns',
  params: listParams,
  tag: 'contact-lists',
  summary: 'Deletes a contact list with its contacts, unless a scheduled or running campaign uses it.',
  errors: ['ERR_NO_CONTACT_LIST_FOUND', 'ERR_CONTACT_LIST_IN_USE'],
})

export const uploadContactList = endpoint(contactListRoutes.uploadContactList, {
  access: 'admin',
  plan: 'useCampaigns',
  rate: 'import',
  params: listParams,
  body: sheetImportBody,
  uploads: { field: 'file', maxCount: 1 },
  status: 202,
  tag: 'contact-lists',
  summary:
    'Reads an .xls or .xlsx file with the columns Nome, Telefone and, if wanted, E-mail, at most 50,000 rows, into the list. Rows are added in the background, one for each number; a repeat of the file adds none.',
  errors: ['ERR_NO_CONTACT_LIST_FOUND', 'ERR_MEDIA_TOO_LARGE', 'ERR_MEDIA_EMPTY'],
})

export const getContactListImport = endpoint(contactListRoutes.getContactListImport, {
  access: 'admin',
  plan: 'useCampaigns',
  params: importParams,
  tag: 'contact-lists',
  summary: 'How far an import is.',
  errors: ['ERR_NOT_FOUND'],
})

export const listContactListImportFaults = endpoint(contactListRoutes.listContactListImportFaults, {
  access: 'admin',
  plan: 'useCampaigns',
  params: importParams,
  tag: 'contact-lists',
  summary: 'Rows of an import that were not added because something in them is wrong, at most 5,000.',
  errors: ['ERR_NOT_FOUND'],
})

export const listContactListItemsQuery = object({
  contactListId: idText().required(),
  searchParam: searchParam(),
  pageNumber: pageNumber(),
  sort: sortText(contactListItemSorts).optional(),
})

export const listContactListItems = endpoint(contactListRoutes.listContactListItems, {
  access: 'admin',
  plan: 'useCampaigns',
  rate: 'search',
  query: listContactListItemsQuery,
  tag: 'contact-lists',
  summary: 'Contacts of a list by name or as `sort` says, 20 a page; `searchParam` matches name and number.',
  errors: ['ERR_NO_CONTACT_LIST_FOUND'],
})

export const getContactListItem = endpoint(contactListRoutes.getContactListItem, {
  access: 'admin',
  plan: 'useCampaigns',
  params: itemParams,
  tag: 'contact-lists',
  summary: 'One contact of a list.',
  errors: ['ERR_NO_CONTACT_LIST_ITEM_FOUND'],
})

export const createContactListItem = endpoint(contactListRoutes.createContactListItem, {
  access: 'admin',
  plan: 'useCampaigns',
  body: contactListItemBody,
  tag: 'contact-lists',
  summary:
    'Adds a contact to a list. A number is in a list once, with and without the ninth digit. Whether it is on WhatsApp is checked afterwards.',
  errors: ['ERR_NO_CONTACT_LIST_FOUND', 'ERR_DUPLICATED_CONTACT', 'ERR_WAPP_INVALID_CONTACT'],
})

export const updateContactListItem = endpoint(contactListRoutes.updateContactListItem, {
  access: 'admin',
  plan: 'useCampaigns',
  params: itemParams,
  body: contactListItemPatchBody,
  tag: 'contact-lists',
  summary: 'Changes a contact of a list; absent fields stay. Another number is checked again.',
  errors: ['ERR_NO_CONTACT_LIST_ITEM_FOUND', 'ERR_DUPLICATED_CONTACT', 'ERR_WAPP_INVALID_CONTACT'],
})

export const deleteContactListItem = endpoint(contactListRoutes.deleteContactListItem, {
  access: 'admin',
  plan: 'useCampaigns',
  params: itemParams,
  tag: 'contact-lists',
  summary: 'Takes a contact out of its list.',
  errors: ['ERR_NO_CONTACT_LIST_ITEM_FOUND'],
})
