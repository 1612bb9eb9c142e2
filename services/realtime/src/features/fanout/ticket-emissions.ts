import { ticketId, userId, type CompanyId } from '@balcao/contracts'
import {
  contactView,
  messageView,
  ticketView,
  type DeskEvent,
  type TicketPlace,
  type TicketSnapshot,
  type UserRef,
} from '@balcao/contracts/wire'

import { ticketRooms } from './audience'
import { buildEmission, requireField, type Emission } from './emission'
import { rooms, type TicketAssignment } from './rooms'

const readAssignment = (ticket: TicketSnapshot): TicketAssignment => ({
  queueId: ticket.queue?.id ?? 0,
  userId: ticket.user?.id ?? 0,
})

/**
 * Notifies users who could see the ticket before the change and cannot any more, and removes them from its room.
 * Empty when no user loses access.
 */
function buildLeaveEmissions(
  companyId: CompanyId,
  ticket: TicketSnapshot,
  former: TicketPlace | undefined,
  by?: UserRef,
): Emission[] {
  if (!former) return []
  const assignment = readAssignment(ticket)
  const to = { companyId, former, assignment }
  const gone = buildEmission(to, {
    channel: 'ticket',
    action: 'delete',
    payload: () => ({
      ticketId: ticket.id,
      uuid: ticket.uuid,
      ...(by && { by: { id: by.id, name: by.name } }),
    }),
  })
  if (gone.audience.length === 0) return []
  const stay = ticketRooms(companyId, assignment)
  const room = rooms.ticket(companyId, ticketId(ticket.id))
  return [
    {
      ...gone,
      part: 'gone',
      except: stay,
      effect: { kind: 'leave-ticket', room, from: gone.audience, stay },
    },
  ]
}

/**
 * Lists by status add a ticket that is updated and keep it: sockets that joined them (`joinTickets`) are told of the former status before,
 * and the former user when the ticket has another. Those who have a ticket open that becomes open stay with it.
 */
function leaveLists(
  companyId: CompanyId,
  ticket: TicketSnapshot,
  previous: TicketPlace | undefined,
): Pick<Emission, 'before'> {
  if (!previous) return {}
  const isMoved = previous.status !== ticket.status
  const isTakenAway = previous.userId !== 0 && previous.userId !== (ticket.user?.id ?? 0)
  if (!isMoved && !isTakenAway) return {}
  const former = isMoved ? ticketRooms(companyId, previous) : [rooms.user(companyId, userId(previous.userId))]
  const from = former.map((room) => rooms.list(room, previous.status))
  const stay = isMoved && ticket.status === 'open' ? [rooms.ticket(companyId, ticketId(ticket.id))] : []
  return { before: { kind: 'leave-lists', ticketId: ticket.id, uuid: ticket.uuid, from, stay } }
}

function describeChange({ by, previous }: DeskEvent<'ticketChanged'>['body']['value']) {
  if (!by) return {}
  const change = { by: { id: by.id, name: by.name }, previousUserId: previous?.userId || null }
  if (!previous) return { change }
  return {
    change: { ...change, previousQueueId: previous.queueId || null, previousStatus: previous.status },
  }
}

export function ticketChanged({ companyId, body }: DeskEvent<'ticketChanged'>): Emission[] {
  const ticket = requireField(body.value.ticket, 'ticket')
  const to = { companyId, ticketId: ticket.id, assignment: readAssignment(ticket) }
  const main = buildEmission(to, {
    channel: 'ticket',
    action: 'update',
    payload: (sign) => ({ ticket: ticketView(ticket, sign), ...describeChange(body.value) }),
  })
  const { previous, by } = body.value
  return [
    ...buildLeaveEmissions(companyId, ticket, previous, by),
    { ...main, ...leaveLists(companyId, ticket, previous) },
  ]
}

export function ticketDeleted({ companyId, body }: DeskEvent<'ticketDeleted'>): Emission {
  const { ticketId: id, uuid, previous } = body.value
  const to = { companyId, ticketId: id, assignment: previous ?? { queueId: 0, userId: 0 } }
  const told = buildEmission(to, {
    channel: 'ticket',
    action: 'delete',
    payload: () => ({ ticketId: id, uuid }),
  })
  const room = rooms.ticket(companyId, ticketId(id))
  return { ...told, effect: { kind: 'leave-ticket', room, from: [], stay: [] } }
}

export function ticketUnreadCleared({ companyId, body }: DeskEvent<'ticketUnreadCleared'>): Emission {
  const { ticketId: id, version } = body.value
  const to = { companyId, ticketId: id, assignment: requireField(body.value.place, 'place') }
  return buildEmission(to, {
    channel: 'ticket',
    action: 'updateUnread',
    payload: () => ({ ticketId: id, ...(version === undefined ? {} : { version }) }),
  })
}

export function messageAppended({ companyId, body }: DeskEvent<'messageAppended'>): Emission[] {
  const message = requireField(body.value.message, 'message')
  const ticket = requireField(body.value.ticket, 'ticket')
  const contact = requireField(ticket.contact, 'contact')
  const to = { companyId, ticketId: ticket.id, assignment: readAssignment(ticket) }
  const main = buildEmission(to, {
    channel: 'appMessage',
    action: 'create',
    payload: (sign) => ({
      message: messageView(message, sign, contact),
      ticket: ticketView(ticket, sign),
      contact: contactView(contact, sign),
    }),
  })
  const { previous } = body.value
  return [
    ...buildLeaveEmissions(companyId, ticket, previous),
    { ...main, ...leaveLists(companyId, ticket, previous) },
  ]
}

export function messageChanged({ companyId, body }: DeskEvent<'messageChanged'>): Emission {
  const message = requireField(body.value.message, 'message')
  const assignment = requireField(body.value.place, 'place')
  const to = { companyId, ticketId: message.ticketId, assignment }
  return buildEmission(to, {
    channel: 'appMessage',
    action: 'update',
    payload: (sign) => ({ message: messageView(message, sign) }),
  })
}
