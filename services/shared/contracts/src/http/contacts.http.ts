import { endpoint } from './endpoint'
import {
  array,
  dayText,
  idField,
  idText,
  ignored,
  literals,
  object,
  pageNumber,
  searchParam,
  text,
} from './fields'

export interface ExtraInfoView {
  id?: number
  name: string
  value: string
}

export interface ContactView {
  id: number
  uuid: string
  name: string
  /** Digits only; for a group its id. */
  number: string
  email: string
  profilePicUrl: string | null
  /** The same picture, by the family's other name. */
  urlPicture: string | null
  isGroup: boolean
  companyId: number
  extraInfo: ExtraInfoView[]
  /** The connection of its last updated ticket. */
  whatsapp: { id: number; name: string } | null
  createdAt: string
  updatedAt: string
}

const fields = {
  name: text(50).trim().min(2, literals.short),
  number: text(50)
    .transform((value: unknown) => (typeof value === 'string' ? value.replace(/[\s()+.-]/g, '') : value))
    .matches(/^\d*$/, 'Invalid number')
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

/** What is absent stays as it is. An empty number is what a contact has whose number WhatsApp hides. */
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

const contactParams = object({ contactId: idText().required() })

export const listContacts = endpoint<{ contacts: ContactView[]; count: number; hasMore: boolean }>()({
  method: 'get',
  path: '/contacts',
  access: 'user',
  rate: 'search',
  query: object({
    searchParam: searchParam(),
    pageNumber: pageNumber(),
    date: dayText().optional(),
    dateStart: dayText().optional(),
    dateEnd: dayText().optional(),
  }),
  tag: 'contacts',
  summary: 'Contacts by name, 30 a page; `searchParam` matches name and number.',
})

export const listAllContacts = endpoint<{ id: number; name: string; number: string }[]>()({
  method: 'get',
  path: '/contacts/list',
  access: 'user',
  rate: 'search',
  query: object({ name: searchParam() }),
  tag: 'contacts',
  summary: 'Contacts by name, at most 5,000; `name` narrows.',
})

export const getContact = endpoint<ContactView>()({
  method: 'get',
  path: '/contacts/:contactId',
  access: 'user',
  params: contactParams,
  tag: 'contacts',
  summary: 'One contact.',
  errors: ['ERR_NO_CONTACT_FOUND'],
})

export const createContact = endpoint<ContactView>()({
  method: 'post',
  path: '/contacts',
  access: 'user',
  body: contactBody,
  tag: 'contacts',
  summary: 'A new contact; the number is checked on WhatsApp when a connection is up.',
  errors: ['ERR_DUPLICATED_CONTACT', 'ERR_WAPP_INVALID_CONTACT'],
})

export interface ImportAnswer {
  message: string
  created: number
  renamed: number
  unchanged: number
}

export const importContacts = endpoint<ImportAnswer>()({
  method: 'post',
  path: '/contacts/import',
  access: 'user',
  body: object({}),
  tag: 'contacts',
  summary:
    'Copies the address book that the phone of the default connection has shown: known numbers get its names, others become contacts. Groups are not copied.',
  errors: ['ERR_NO_DEF_WAPP_FOUND'],
})

export const updateContact = endpoint<ContactView>()({
  method: 'put',
  path: '/contacts/:contactId',
  access: 'user',
  params: contactParams,
  body: contactPatchBody,
  tag: 'contacts',
  summary: 'Changes a contact; absent fields stay. `extraInfo` is replaced as a whole.',
  errors: ['ERR_NO_CONTACT_FOUND', 'ERR_DUPLICATED_CONTACT'],
})

export const deleteContact = endpoint<{ message: string }>()({
  method: 'delete',
  path: '/contacts/:contactId',
  access: 'admin',
  params: contactParams,
  tag: 'contacts',
  summary: 'Deletes a contact with its tickets and messages.',
  errors: ['ERR_NO_CONTACT_FOUND'],
})
