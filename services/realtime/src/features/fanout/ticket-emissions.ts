import { queueId, ticketId, userId, type CompanyId } from '@balcao/contracts'
import {
  contactView,
  messageView,
  ticketView,
  type DeskEvent,
  type MessageSnapshot,
  type TicketPlace,
  type TicketSnapshot,
} from '@balcao/contracts/wire'

import type { Emission } from './emission'
import { rooms, type TicketAssignment, type Room } from './rooms'

/**
 * Rooms of everyone who may see a ticket with this assignment: administrators, its queue (or users who see
 * unqueued tickets), its user. A test compares it with the contracts' `maySeeTicket`.
 */
export function ticketRooms(companyId: CompanyId, place: TicketAssignment): Room[] {
  return [
    rooms.admins(companyId),
    place.queueId ? rooms.queue(companyId, queueId(place.queueId)) : rooms.noQueue(companyId),
    ...(place.userId ? [rooms.user(companyId, userId(place.userId))] : []),
  ]
}

const readAssignment = (ticket: TicketSnapshot): TicketAssignment => ({
  queueId: ticket.queue?.id ?? 0,
  userId: ticket.user?.id ?? 0,
})

const requireField = <T>(value: T | undefined, what: string): T => {
  if (value === undefined) throw new Error(`an event without its ${what}`)
  return value
}

/**
 * Notifies users who could see the ticket before the change and cannot any more, and removes them from its room.
 * Empty when no user loses access.
 */
function buildLeaveEmissions(
  companyId: CompanyId,
  ticket: TicketSnapshot,
  previous: TicketPlace | undefined,
): Emission[] {
  if (!previous) return []
  const stay = ticketRooms(companyId, readAssignment(ticket))
  const from = ticketRooms(companyId, previous).filter((room) => !stay.includes(room))
  if (from.length === 0) return []
  const payload = { action: 'delete', ticketId: ticket.id, uuid: ticket.uuid } as const
  return [
    {
      part: 'gone',
      audience: from,
      except: stay,
      frame: () => ({ channel: 'ticket', payload }),
      effect: { kind: 'leave-ticket', room: rooms.ticket(companyId, ticketId(ticket.id)), from, stay },
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

const addressTicket = (companyId: CompanyId, id: number, place: TicketAssignment) => ({
  part: 'main' as const,
  audience: [...ticketRooms(companyId, place), rooms.ticket(companyId, ticketId(id))],
  except: [],
})

const describeChange = ({ by, previous }: DeskEvent<'ticketChanged'>['body']['value']) =>
  by ? { change: { by: { id: by.id, name: by.name }, previousUserId: previous?.userId || null } } : {}

export function ticketChanged({ companyId, body }: DeskEvent<'ticketChanged'>): Emission[] {
  const ticket = requireField(body.value.ticket, 'ticket')
  return [
    ...buildLeaveEmissions(companyId, ticket, body.value.previous),
    {
      ...addressTicket(companyId, ticket.id, readAssignment(ticket)),
      ...leaveLists(companyId, ticket, body.value.previous),
      frame: (sign) => ({
        channel: 'ticket',
        payload: { action: 'update', ticket: ticketView(ticket, sign), ...describeChange(body.value) },
      }),
    },
  ]
}

export function ticketDeleted({ companyId, body }: DeskEvent<'ticketDeleted'>): Emission[] {
  const { ticketId: id, uuid, previous } = body.value
  const heard = addressTicket(companyId, id, previous ?? { queueId: 0, userId: 0 })
  return [
    {
      ...heard,
      frame: () => ({ channel: 'ticket', payload: { action: 'delete', ticketId: id, uuid } }),
      effect: { kind: 'leave-ticket', room: rooms.ticket(companyId, ticketId(id)), from: [], stay: [] },
    },
  ]
}

export function ticketUnreadCleared({ companyId, body }: DeskEvent<'ticketUnreadCleared'>): Emission[] {
  const { ticketId: id, place, version } = body.value
  const payload = {
    action: 'updateUnread',
    ticketId: id,
    ...(version === undefined ? {} : { version }),
  } as const
  return [
    {
      ...addressTicket(companyId, id, requireField(place, 'place')),
      frame: () => ({ channel: 'ticket', payload }),
    },
  ]
}

export function messageAppended({ companyId, body }: DeskEvent<'messageAppended'>): Emission[] {
  const message: MessageSnapshot = requireField(body.value.message, 'message')
  const ticket = requireField(body.value.ticket, 'ticket')
  const contact = requireField(ticket.contact, 'contact')
  return [
    ...buildLeaveEmissions(companyId, ticket, body.value.previous),
    {
      ...addressTicket(companyId, ticket.id, readAssignment(ticket)),
      ...leaveLists(companyId, ticket, body.value.previous),
      frame: (sign) => ({
        channel: 'appMessage',
        payload: {
          action: 'create',
          message: messageView(message, sign, contact),
          ticket: ticketView(ticket, sign),
          contact: contactView(contact, sign),
        },
      }),
    },
  ]
}

export function messageChanged({ companyId, body }: DeskEvent<'messageChanged'>): Emission[] {
  const message = requireField(body.value.message, 'message')
  return [
    {
      ...addressTicket(companyId, message.ticketId, requireField(body.value.place, 'place')),
      frame: (sign) => ({
        channel: 'appMessage',
        payload: { action: 'update', message: messageView(message, sign) },
      }),
    },
  ]
}
