import type { ContactEvent, ContactView } from '@balcao/contracts'

import { contactsApi, type ContactsPageAnswer } from './contacts.api'
import { onFeed, type FeedContext } from './live/handlers'
import { onFeedOverAnswers } from './live/over-answers'
import { toFeedContext } from './live/query-context'
import { toCachedContactEvent } from './cached-views'
import { patchContactOfTickets } from './tickets.live'

const removeFromPages = (pages: ContactsPageAnswer[], id: number): void => {
  if (!pages.some(({ contacts }) => contacts.some((contact) => contact.id === id))) return
  for (const page of pages) {
    page.contacts = page.contacts.filter((contact) => contact.id !== id)
    page.count = Math.max(0, page.count - 1)
  }
}

const saveInPages = (pages: ContactsPageAnswer[], saved: ContactView, isNew: boolean): void => {
  for (const { contacts } of pages) {
    const index = contacts.findIndex((contact) => contact.id === saved.id)
    if (index >= 0) {
      contacts[index] = saved
      return
    }
  }
  if (!isNew || !pages[0]) return
  // A new one is shown at the top; a reload sorts it in.
  pages[0].contacts.unshift(saved)
  for (const page of pages) page.count += 1
}

/** The pages of a list after an event. A new contact is added only to the list of all contacts. */
export const applyContactEvent = (pages: ContactsPageAnswer[], event: ContactEvent, words: string): void => {
  if (event.action === 'delete') removeFromPages(pages, event.contactId)
  else saveInPages(pages, event.contact, event.action === 'create' && words === '')
}

/** Writes a contact into its cached queries; tickets are patched by tickets.live.ts. */
const patchContacts = (told: ContactEvent, { dispatch, getState }: FeedContext) => {
  const event = toCachedContactEvent(told)
  for (const words of contactsApi.util.selectCachedArgsForQuery(getState(), 'searchContacts'))
    dispatch(
      contactsApi.util.updateQueryData('searchContacts', words, (contacts) =>
        event.action === 'delete'
          ? contacts.filter((contact) => contact.id !== event.contactId)
          : contacts.map((contact) => (contact.id === event.contact.id ? event.contact : contact)),
      ),
    )
  for (const asked of contactsApi.util.selectCachedArgsForQuery(getState(), 'listContacts'))
    dispatch(
      contactsApi.util.updateQueryData('listContacts', asked, ({ pages }) =>
        applyContactEvent(pages, event, asked.searchParam),
      ),
    )
  // Only the server knows which contacts match words, and in which order.
  dispatch(contactsApi.util.invalidateTags([{ type: 'contacts', id: 'SEARCH' }]))
  if (event.action === 'delete') return
  if (contactsApi.endpoints.getContact.select(event.contact.id)(getState()).data)
    dispatch(contactsApi.util.updateQueryData('getContact', event.contact.id, () => event.contact))
}

/* A new contact raises the count of its list: an answer may have counted it without showing it. */
const keepNewer = {
  onQueryStarted: onFeedOverAnswers('contact', patchContacts, (event, context) => {
    if (event.action !== 'create') patchContacts(event, context)
  }),
}

contactsApi.enhanceEndpoints({
  endpoints: {
    listContacts: keepNewer,
    searchContacts: keepNewer,
    getContact: keepNewer,
    createContact: {
      onQueryStarted: async (_body, { queryFulfilled, ...lifecycle }) => {
        const answer = await queryFulfilled.catch(() => null)
        if (answer) patchContacts({ action: 'create', contact: answer.data }, toFeedContext(lifecycle))
      },
    },
    updateContact: {
      onQueryStarted: async (_change, { queryFulfilled, ...lifecycle }) => {
        const answer = await queryFulfilled.catch(() => null)
        if (!answer) return
        const event: ContactEvent = { action: 'update', contact: answer.data }
        patchContacts(event, toFeedContext(lifecycle))
        patchContactOfTickets(event, toFeedContext(lifecycle))
      },
    },
    mergeContact: {
      onQueryStarted: async ({ merged }, { queryFulfilled, ...lifecycle }) => {
        const answer = await queryFulfilled.catch(() => null)
        if (!answer) return
        patchContacts({ action: 'delete', contactId: merged }, toFeedContext(lifecycle))
        patchContacts({ action: 'update', contact: answer.data }, toFeedContext(lifecycle))
      },
    },
    unmergeContact: {
      onQueryStarted: async (_pair, { queryFulfilled, ...lifecycle }) => {
        const answer = await queryFulfilled.catch(() => null)
        if (answer) patchContacts({ action: 'create', contact: answer.data }, toFeedContext(lifecycle))
      },
    },
    deleteContact: {
      onQueryStarted: async (contactId, { queryFulfilled, ...lifecycle }) => {
        const answer = await queryFulfilled.catch(() => null)
        if (answer) patchContacts({ action: 'delete', contactId }, toFeedContext(lifecycle))
      },
    },
  },
})

onFeed('contact', (event, { dispatch }) => {
  if (event.action === 'delete')
    dispatch(contactsApi.util.invalidateTags([{ type: 'contacts', id: event.contactId }]))
})
