import { contactRoutes, contactSorts } from './contacts.routes'
import { endpoint } from './endpoint'
import {
  array,
  bigIdField,
  bigIdText,
  dayText,
  emptyBody,
  idField,
  ignored,
  literals,
  object,
  pageNumber,
  searchParam,
  sortText,
  text,
} from './fields'

const fields = {
  name: text(50).trim().min(2, literals.short),
  number: text(50)
    // A leading + says that the country is there; it is read by `completePhone`.
    .transform((value: unknown) =>
      typeof value === 'string' ? value.replace(/[\s().-]|(?!^)\+/g, '') : value,
    )
    .matches(/^\+?\d*$/, 'Invalid number')
    .max(50, literals.long),
  email: text(255).trim().email(literals.email),
  extraInfo: array(
    object({
      id: idField().optional(),
      name: text(100).trim().required(literals.required),
      value: text(1000).defined(),
    }).noUnknown(true),
  ).max(50),
}

export const contactBody = object({
  ...fields,
  name: fields.name.required(literals.required),
  number: fields.number.min(8, literals.short).required(literals.required),
  email: fields.email.default(''),
  extraInfo: fields.extraInfo.default([]),
})

/** Absent fields stay as they are. The number is empty when WhatsApp hides it. */
export const contactPatchBody = object({
  ...fields,
  number: fields.number.test('number', literals.short, (value) => !value || value.length >= 8),
  id: ignored(),
  uuid: ignored(),
  profilePicUrl: ignored(),
  urlPicture: ignored(),
  isGroup: ignored(),
  companyId: ignored(),
  whatsapp: ignored(),
  createdAt: ignored(),
  updatedAt: ignored(),
})

const contactParams = object({ contactId: bigIdText().required() })

export const listContactsQuery = object({
  searchParam: searchParam(),
  pageNumber: pageNumber(),
  date: dayText().optional(),
  dateStart: dayText().optional(),
  dateEnd: dayText().optional(),
  sort: sortText(contactSorts).optional(),
})

export const listContacts = endpoint(contactRoutes.listContacts, {
  access: 'user',
  rate: 'search',
  query: listContactsQuery,
  tag: 'contacts',
  summary: 'Contacts by name or as `sort` says, 30 a page; `searchParam` matches name and number.',
})

export const listAllContactsQuery = object({ name: searchParam() })

export const listAllContacts = endpoint(contactRoutes.listAllContacts, {
  access: 'user',
  rate: 'search',
  query: listAllContactsQuery,
  tag: 'contacts',
  summary:
    'Contacts by name, at most 5,000; `name` narrows. `number` is empty in a list of more than 30: all numbers are in the export, which is logged.',
})

export const getContact = endpoint(contactRoutes.getContact, {
  access: 'user',
  params: contactParams,
  tag: 'contacts',
  summary: 'One contact.',
  errors: ['ERR_NO_CONTACT_FOUND'],
})

export const createContact = endpoint(contactRoutes.createContact, {
  access: 'user',
  body: contactBody,
  tag: 'contacts',
  summary:
    'A new contact; the number is checked on WhatsApp when a connection is up. A number without `+` that reads as a Brazilian one without country gets 55.',
  errors: ['ERR_DUPLICATED_CONTACT', 'ERR_WAPP_INVALID_CONTACT'],
})

export const importContacts = endpoint(contactRoutes.importContacts, {
  access: 'user',
  body: emptyBody,
  tag: 'contacts',
  summary:
    'Copies the address book that the phone of the default connection has shown: known numbers get its names, others become contacts. Groups are not copied.',
  errors: ['ERR_NO_DEF_WAPP_FOUND'],
})

export const updateContact = endpoint(contactRoutes.updateContact, {
  access: 'user',
  params: contactParams,
  body: contactPatchBody,
  tag: 'contacts',
  summary:
    'Changes a contact; absent fields stay. `extraInfo` is replaced as a whole. Another number is for who may see all unclosed tickets of the contact.',
  errors: ['ERR_NO_CONTACT_FOUND', 'ERR_DUPLICATED_CONTACT', 'ERR_CONTACT_SERVED_ELSEWHERE'],
})

/** Another contact of the same person. */
export const mergeContactBody = object({ contactId: bigIdField().required() })

export const mergeContact = endpoint(contactRoutes.mergeContact, {
  access: 'admin',
  params: contactParams,
  body: mergeContactBody,
  tag: 'contacts',
  summary:
    'Merges the contact of the body into the one of the path, with its tickets, notes, numbers and extra information. May be undone for seven days.',
  errors: ['ERR_NO_CONTACT_FOUND', 'ERR_VALIDATION'],
})

export const listContactMerges = endpoint(contactRoutes.listContactMerges, {
  access: 'admin',
  params: contactParams,
  tag: 'contacts',
  summary:
    'Contacts that were merged into this one in the last seven days, newest first: their merges may be undone.',
  errors: ['ERR_NO_CONTACT_FOUND'],
})

export const unmergeContact = endpoint(contactRoutes.unmergeContact, {
  access: 'admin',
  params: contactParams,
  body: mergeContactBody,
  tag: 'contacts',
  summary:
    'Undoes the merge of the contact of the body into the one of the path, within seven days: both are as before, with what was written since where it was written.',
  errors: ['ERR_NO_CONTACT_FOUND'],
})

export const deleteContact = endpoint(contactRoutes.deleteContact, {
  access: 'admin',
  params: contactParams,
  tag: 'contacts',
  summary: 'Deletes a contact with its tickets and messages.',
  errors: ['ERR_NO_CONTACT_FOUND'],
})
