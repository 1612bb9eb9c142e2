import {
  companyId,
  connectionStatuses,
  isNotice,
  type PublicEvent,
  type PublicEventData,
  type PublicEventKind,
} from '@balcao/contracts'
import {
  contactView,
  isCase,
  messageView,
  ticketView,
  type DeskEvent,
  type SignMedia,
  type TicketPlace,
  type TicketSnapshot,
  type UserRef,
} from '@balcao/contracts/wire'

import { requireField } from '../fanout'

/** What filters read of an event; undefined where the event has no such thing. */
export interface EventSubject {
  ticketId?: number
  /** null for a ticket without a queue. */
  queueId?: number | null
  connectionId?: number
}

/** A public event before its links are signed. */
export interface DescribedEvent extends EventSubject {
  id: string
  kind: PublicEventKind
  data(sign: SignMedia): PublicEventData[PublicEventKind]
}

const describe = <K extends PublicEventKind>(
  event: DeskEvent,
  kind: K,
  subject: EventSubject,
  data: (sign: SignMedia) => PublicEventData[K],
): DescribedEvent => ({ id: event.eventId, kind, ...subject, data })

const ofTicket = ({ id, queue, connection }: TicketSnapshot): EventSubject => ({
  ticketId: id,
  queueId: queue?.id ?? null,
  ...(connection && { connectionId: connection.id }),
})

const chooseKind = (ticket: TicketSnapshot, previous: TicketPlace | undefined) =>
  ticket.status === 'closed' && previous?.status !== 'closed' ? 'ticket.closed' : 'ticket.updated'

interface TicketStep {
  ticket: TicketSnapshot
  previous: TicketPlace | undefined
  by?: UserRef | undefined
}

const describeTicket = (
  event: DeskEvent,
  kind: 'ticket.created' | 'ticket.updated' | 'ticket.closed',
  { ticket, previous, by }: TicketStep,
): DescribedEvent =>
  describe(event, kind, ofTicket(ticket), (sign) => ({
    ticket: ticketView(ticket, sign),
    ...(by && { by: { id: by.id, name: by.name } }),
    ...(previous && {
      previous: {
        status: previous.status,
        queueId: previous.queueId || null,
        userId: previous.userId || null,
      },
    }),
  }))

function describeMessage(event: DeskEvent<'messageAppended'>): DescribedEvent[] {
  const { previous, opensTicket } = event.body.value
  const message = requireField(event.body.value.message, 'message')
  const ticket = requireField(event.body.value.ticket, 'ticket')
  const kind = message.fromMe ? 'message.sent' : 'message.received'
  const data = (sign: SignMedia) => ({
    message: messageView(message, sign),
    ticket: ticketView(ticket, sign),
  })
  // A notice is no message to answer; the contact's own event tells what changed.
  const told = isNotice(message.kind) ? [] : [describe(event, kind, ofTicket(ticket), data)]
  if (!opensTicket && !previous) return told
  const step = opensTicket ? 'ticket.created' : chooseKind(ticket, previous)
  return [{ ...describeTicket(event, step, { ticket, previous }), id: `${event.eventId}-ticket` }, ...told]
}

/**
 * What programs outside are told of a domain event, in order: a message may open or move its ticket. None for what is only for
 * screens: a new domain event is not public until it is added here.
 */
export function describePublicEvents(event: DeskEvent): DescribedEvent[] {
  if (isCase(event, 'messageAppended')) return describeMessage(event)
  if (isCase(event, 'messageChanged')) {
    const { place, connectionId } = event.body.value
    const message = requireField(event.body.value.message, 'message')
    const subject = {
      ticketId: message.ticketId,
      queueId: place?.queueId || null,
      ...(connectionId && { connectionId }),
    }
    return [describe(event, 'message.updated', subject, (sign) => ({ message: messageView(message, sign) }))]
  }
  if (isCase(event, 'ticketChanged')) {
    const { previous, by } = event.body.value
    const ticket = requireField(event.body.value.ticket, 'ticket')
    const isNew = ticket.version === 1 && !previous
    return [
      describeTicket(event, isNew ? 'ticket.created' : chooseKind(ticket, previous), {
        ticket,
        previous,
        by,
      }),
    ]
  }
  if (isCase(event, 'ticketDeleted')) {
    const { ticketId, uuid, previous } = event.body.value
    const subject = { ticketId, queueId: previous?.queueId || null }
    return [describe(event, 'ticket.deleted', subject, () => ({ ticketId, uuid }))]
  }
  if (isCase(event, 'contactChanged')) {
    const contact = requireField(event.body.value.contact, 'contact')
    const kind = event.body.value.created ? 'contact.created' : 'contact.updated'
    return [describe(event, kind, {}, (sign) => ({ contact: contactView(contact, sign) }))]
  }
  if (isCase(event, 'contactDeleted')) {
    const { contactId } = event.body.value
    return [describe(event, 'contact.deleted', {}, () => ({ contactId }))]
  }
  if (isCase(event, 'connectionSessionChanged')) {
    const { connectionId: id, name, status } = event.body.value
    const known = connectionStatuses.find((one) => one === status) ?? 'DISCONNECTED'
    return [
      describe(event, 'connection.status', { connectionId: id }, () => ({
        connection: { id, name, status: known },
      })),
    ]
  }
  return []
}

/** The body that is posted and answered. */
export const buildPublicEvent = (
  event: DeskEvent,
  { id, kind, ticketId, data }: DescribedEvent,
  { sequence, sign }: { sequence: number; sign: SignMedia },
): PublicEvent =>
  // `describe` has tied `data` to `kind`; TypeScript cannot infer that correlation.
  ({
    id,
    sequence,
    event: kind,
    occurredAt: event.occurredAt.toISOString(),
    companyId: companyId(event.companyId),
    ticketId: ticketId ?? null,
    data: data(sign),
  }) as PublicEvent
