import type { TicketLogAction, UserId } from '@balcao/contracts'

import type { Ticket } from './ticket'
import type { TicketCommand } from './ticket-command'

/** Agent, queue and connection of a ticket. */
export type LoggedAssignment = Pick<Ticket, 'userId' | 'queueId' | 'connectionId'>

/** One row of a ticket's log. */
export interface TicketLogEntry {
  action: TicketLogAction
  /** Who did it; null when it happened by itself. */
  userId: UserId | null
  /** Null for a new ticket. */
  from: LoggedAssignment | null
  to: LoggedAssignment
}

type LoggedTicket = LoggedAssignment & Pick<Ticket, 'status'>

const pickAssignment = (ticket: LoggedAssignment): LoggedAssignment => ({
  userId: ticket.userId,
  queueId: ticket.queueId,
  connectionId: ticket.connectionId,
})

const ACTIONS: Partial<Record<TicketCommand['kind'], TicketLogAction>> = {
  accept: 'accepted',
  return: 'returned',
  resolve: 'resolved',
  reopen: 'reopened',
  transfer: 'transferred',
  'reopen-for-customer': 'reopenedByCustomer',
  'add-messages': 'queuedByBot',
  'leave-assistant': 'queuedByBot',
  'leave-queue': 'queueDeleted',
  'change-contact': 'contactMerged',
  'change-number': 'numberChanged',
  'change-tags': 'tagsChanged',
}

/* These are done to a ticket whether or not its assignment changes. */
const ALWAYS_LOGGED: ReadonlySet<TicketLogAction> = new Set(['contactMerged', 'numberChanged', 'tagsChanged'])

const isSameAssignment = (before: LoggedTicket, after: LoggedTicket): boolean =>
  before.status === after.status &&
  before.userId === after.userId &&
  before.queueId === after.queueId &&
  before.connectionId === after.connectionId

/** What the log says of a change; undefined for changes that leave status, agent, queue, connection, contact and tags. */
export function describeChange(
  cause: TicketCommand['kind'],
  { before, after }: { before: LoggedTicket; after: LoggedTicket },
  by: UserId | null,
): TicketLogEntry | undefined {
  const action = ACTIONS[cause]
  if (!action || (!ALWAYS_LOGGED.has(action) && isSameAssignment(before, after))) return undefined
  return { action, userId: by, from: pickAssignment(before), to: pickAssignment(after) }
}

export const describeCreation = (ticket: LoggedAssignment, by: UserId | null): TicketLogEntry => ({
  action: 'created',
  userId: by,
  from: null,
  to: pickAssignment(ticket),
})
