import type { ContactEvent } from '@balcao/contracts'

import { contactsApi } from './contacts.api'
import { onFeed, type FeedContext } from './live/handlers'
import { toFeedContext } from './live/query-context'
import { toCachedContactEvent } from './cached-views'
import { patchContactOfTickets } from './tickets.live'

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
  // Only the server knows which contacts match, and in which order.
  dispatch(contactsApi.util.invalidateTags([{ type: 'Contact', id: 'SEARCH' }]))
  if (event.action === 'delete') return
  if (contactsApi.endpoints.getContact.select(event.contact.id)(getState()).data)
    dispatch(contactsApi.util.updateQueryData('getContact', event.contact.id, () => event.contact))
}

contactsApi.enhanceEndpoints({
  endpoints: {
    updateContact: {
      onQueryStarted: async (_change, { queryFulfilled, ...lifecycle }) => {
        const answer = await queryFulfilled.catch(() => null)
        if (!answer) return
        const event: ContactEvent = { action: 'update', contact: answer.data }
        patchContacts(event, toFeedContext(lifecycle))
        patchContactOfTickets(event, toFeedContext(lifecycle))
      },
    },
  },
})

onFeed('contact', patchContacts)
onFeed('contact', (event, { dispatch }) => {
  if (event.action === 'delete')
    dispatch(contactsApi.util.invalidateTags([{ type: 'Contact', id: event.contactId }]))
})
