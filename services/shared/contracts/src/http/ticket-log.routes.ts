import { type Sent, route } from './route'
import type { listTicketLogQuery } from './ticket-log.http'

/** What can be done with a ticket, as its log names it. */
export const ticketLogActions = [
  'created',
  'accepted',
  'returned',
  'transferred',
  'resolved',
  'reopened',
  /** The customer wrote again. */
  'reopenedByCustomer',
  /** The customer chose a queue in the bot's menu. */
  'queuedByBot',
  'queueDeleted',
  'contactMerged',
  /** The contact has another number: from a user, or by WhatsApp's notice. */
  'numberChanged',
  'tagsChanged',
] as const

export type TicketLogAction = (typeof ticketLogActions)[number]

export interface NamedRef {
  id: number
  /** '' when it was deleted since. */
  name: string
}

/** Agent, queue and connection of a ticket. */
export interface LoggedAssignmentView {
  user: NamedRef | null
  queue: NamedRef | null
  whatsapp: NamedRef | null
}

export interface TicketLogView {
  id: number
  action: TicketLogAction
  /** Who did it; null when it happened by itself: the customer, the bot, a timer or a program. */
  user: NamedRef | null
  /** What it was before; null for a new ticket. */
  from: LoggedAssignmentView | null
  to: LoggedAssignmentView
  createdAt: string
}

export const ticketLogRoutes = {
  listTicketLog: route('get', '/tickets/:ticketId/log').with<{
    query: Sent<typeof listTicketLogQuery>
    answer: { entries: TicketLogView[]; hasMore: boolean }
  }>(),
}
