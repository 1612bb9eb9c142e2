import type { ContactView, TicketView } from '@balcao/contracts'

import { useSearchContactsQuery } from '../../../data/contacts.api'
import { flattenTickets, type TicketFilter } from '../../../data/ticket-lists'
import { useListTicketsInfiniteQuery } from '../../../data/tickets.api'
import { formatPhone } from '../../../lib/format-phone'
import { foldText } from '../../../lib/fold-text'
import { useDebounced } from '../../../lib/use-debounced'
import { toContactChoice, type Choice } from './choices-field'

const MIN_SEARCH = 3

const ownOpen: TicketFilter = {
  status: 'open',
  showAll: false,
  queueIds: null,
  tags: [],
  users: [],
  searchParam: '',
}

const toTicketRecipient = ({ id, contact }: TicketView): Choice => ({
  kind: 'ticket',
  id,
  name: contact.name,
  detail: `#${id} · ${formatPhone(contact.number)}`,
})

/** Contacts whose name or number has the words, from three letters on. */
export const useFoundContacts = (words: string): { contacts: ContactView[]; isFetching: boolean } => {
  const searched = useDebounced(words.trim())
  const isSearching = searched.length >= MIN_SEARCH
  const { data: contacts = [], isFetching } = useSearchContactsQuery(searched, { skip: !isSearching })
  return { contacts: isSearching ? contacts : [], isFetching }
}

/** The session's open tickets whose contact matches the words, then other contacts that do. */
export const useRecipients = (words: string): { recipients: Choice[]; isFetching: boolean } => {
  const tickets = flattenTickets(useListTicketsInfiniteQuery(ownOpen).data)
  const { contacts, isFetching } = useFoundContacts(words)
  const served = new Set(tickets.map(({ contactId }) => contactId))
  const matching = tickets.filter(({ contact }) => foldText(contact.name).includes(foldText(words.trim())))
  const others = contacts.filter(({ id }) => !served.has(id))
  return {
    recipients: [...matching.map(toTicketRecipient), ...others.map(toContactChoice)],
    isFetching,
  }
}
