import type { TicketView } from '@balcao/contracts'

import { useAppSelector } from '../../data/hooks'
import { selectUser } from '../../data/session/session.slice'
import { hasMoreTickets, flattenTickets, type TicketFilter } from '../../data/ticket-lists'
import { useListTicketsInfiniteQuery } from '../../data/tickets.api'
import '../../data/tickets.live'

/** The bell's list filter. */
export const unreadFilter: TicketFilter = {
  showAll: false,
  queueIds: null,
  tags: [],
  users: [],
  searchParam: '',
  withUnreadMessages: true,
}

/** Pending tickets count only for users with `allTicket`. */
export const shouldRing = (ticket: TicketView, allTicket: string): boolean =>
  ticket.unreadMessages > 0 &&
  ticket.status !== 'closed' &&
  (ticket.status !== 'pending' || allTicket === 'enabled')

/** The user's tickets with unread messages, newest first. */
export const useUnreadTickets = () => {
  const me = useAppSelector(selectUser)
  const { data, isLoading, isError, refetch } = useListTicketsInfiniteQuery(unreadFilter, {
    skip: me === null,
  })
  const tickets = flattenTickets(data).filter((ticket) => shouldRing(ticket, me?.allTicket ?? ''))
  return { tickets, count: tickets.length, more: hasMoreTickets(data), isLoading, isError, refetch }
}
