import { foldText, type TicketView } from '@balcao/contracts'

import { useFoundContacts } from '../../../data/found-contacts'
import { flattenTickets, type TicketFilter } from '../../../data/ticket-lists'
import { useListTicketsInfiniteQuery } from '../../../data/tickets.api'
import { formatPhone } from '../../../lib/format-phone'
import { toContactChoice, type Choice } from './choices-field'

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
