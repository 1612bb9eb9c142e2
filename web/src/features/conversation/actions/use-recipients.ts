import type { ContactView, TicketView } from '@balcao/contracts'

import { useSearchContactsQuery } from '../../../data/contacts.api'
import { flattenTickets, type TicketFilter } from '../../../data/ticket-lists'
import { useListTicketsInfiniteQuery } from '../../../data/tickets.api'
import { formatPhone } from '../../../lib/format-phone'
import { foldText } from '../../../lib/fold-text'
import { useDebounced } from '../../../lib/use-debounced'

const MIN_SEARCH = 3

/** Whom a message is forwarded to. */
export interface Recipient {
  kind: 'ticket' | 'contact'
  id: number
  name: string
  detail: string
}

const ownOpen: TicketFilter = {
  status: 'open',
  showAll: false,
  queueIds: null,
  tags: [],
  users: [],
  searchParam: '',
}

const toTicketRecipient = ({ id, contact }: TicketView): Recipient => ({
  kind: 'ticket',
  id,
  name: contact.name,
  detail: `#${id} · ${formatPhone(contact.number)}`,
})

const toContactRecipient = ({ id, name, number }: ContactView): Recipient => ({
  kind: 'contact',
  id,
  name,
  detail: formatPhone(number),
})

/** The session's open tickets whose contact matches the words, then other contacts that do. */
export const useRecipients = (words: string): { recipients: Recipient[]; isFetching: boolean } => {
  const searched = useDebounced(words.trim())
  const isSearching = searched.length >= MIN_SEARCH
  const tickets = flattenTickets(useListTicketsInfiniteQuery(ownOpen).data)
  const { data: contacts = [], isFetching } = useSearchContactsQuery(searched, { skip: !isSearching })
  const served = new Set(tickets.map(({ contactId }) => contactId))
  const matching = tickets.filter(({ contact }) => foldText(contact.name).includes(foldText(words.trim())))
  const others = isSearching ? contacts.filter(({ id }) => !served.has(id)) : []
  return {
    recipients: [...matching.map(toTicketRecipient), ...others.map(toContactRecipient)],
    isFetching,
  }
}
