import type {
  mergeContactBody,
  contactBody,
  contactPatchBody,
  listAllContactsQuery,
  listContactsQuery,
} from './contacts.http'
import type { Sort } from '../rules/sort'
import { type Sent, route } from './route'

/** What the list of contacts is sorted by. */
export const contactSorts = ['name', 'createdAt'] as const

export type ContactSort = Sort<(typeof contactSorts)[number]>

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
  /** The same picture, under Whaticket's other name. */
  urlPicture: string | null
  isGroup: boolean
  companyId: number
  extraInfo: ExtraInfoView[]
  /** The connection of its last updated ticket. */
  whatsapp: { id: number; name: string } | null
  createdAt: string
  updatedAt: string
}

export interface ImportAnswer {
  message: string
  created: number
  renamed: number
  unchanged: number
}

/** A contact that was merged into another one, and may be separated again. */
export interface ContactMergeView {
  contactId: number
  name: string
  number: string
  mergedAt: string
}

export const contactRoutes = {
  listContacts: route('get', '/contacts').with<{
    query: Sent<typeof listContactsQuery>
    answer: { contacts: ContactView[]; count: number; hasMore: boolean }
  }>(),
  listAllContacts: route('get', '/contacts/list').with<{
    query: Sent<typeof listAllContactsQuery>
    answer: { id: number; name: string; number: string }[]
  }>(),
  getContact: route('get', '/contacts/:contactId').with<{ answer: ContactView }>(),
  createContact: route('post', '/contacts').with<{ body: Sent<typeof contactBody>; answer: ContactView }>(),
  importContacts: route('post', '/contacts/import').with<{ answer: ImportAnswer }>(),
  updateContact: route('put', '/contacts/:contactId').with<{
    body: Sent<typeof contactPatchBody>
    answer: ContactView
  }>(),
  mergeContact: route('post', '/contacts/:contactId/merge').with<{
    body: Sent<typeof mergeContactBody>
    answer: ContactView
  }>(),
  listContactMerges: route('get', '/contacts/:contactId/merges').with<{ answer: ContactMergeView[] }>(),
  unmergeContact: route('post', '/contacts/:contactId/unmerge').with<{
    body: Sent<typeof mergeContactBody>
    answer: ContactView
  }>(),
  deleteContact: route('delete', '/contacts/:contactId').with<{ answer: { message: string } }>(),
}
