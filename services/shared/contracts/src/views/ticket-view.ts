import type { TicketSnapshot } from '../gen/desk/tickets/v1/tickets_events'
import { messageKinds, ticketStatuses, type TicketView } from '../http/tickets.routes'
import { contactView } from './contact-views'
import { iso, isoOrNull, parseOneOf, type SignMedia } from './view-fields'

export function ticketView(ticket: TicketSnapshot, sign: SignMedia): TicketView {
  if (!ticket.contact) throw new Error('a ticket snapshot without its contact')
  return {
    id: ticket.id,
    uuid: ticket.uuid,
    status: parseOneOf(ticketStatuses, ticket.status, 'pending'),
    companyId: ticket.companyId,
    userId: ticket.user?.id ?? null,
    user: ticket.user ? { id: ticket.user.id, name: ticket.user.name } : null,
    queueId: ticket.queue?.id ?? null,
    queue: ticket.queue ? { id: ticket.queue.id, name: ticket.queue.name, color: ticket.queue.color } : null,
    whatsappId: ticket.connection?.id ?? null,
    whatsapp: ticket.connection ? { id: ticket.connection.id, name: ticket.connection.name } : null,
    contactId: ticket.contact.id,
    contact: contactView(ticket.contact, sign),
    tags: ticket.tags.map(({ id, name, color }) => ({ id, name, color })),
    lastMessage: ticket.lastMessage,
    lastMessageKind: parseOneOf(messageKinds, ticket.lastMessageKind, 'chat'),
    lastMessageFromMe: ticket.lastMessageFromMe,
    lastMessageAck: ticket.lastMessageAck,
    lastMessageUser: ticket.lastMessageUser
      ? { id: ticket.lastMessageUser.id, name: ticket.lastMessageUser.name }
      : null,
    lastMessageAt: iso(ticket.lastMessageAt ?? ticket.updatedAt),
    lastReceived: ticket.lastReceived,
    lastReceivedKind: parseOneOf(messageKinds, ticket.lastReceivedKind, 'chat'),
    unreadMessages: ticket.unreadMessages,
    isGroup: ticket.isGroup,
    chatbot: ticket.chatbot,
    useIntegration: ticket.useIntegration,
    promptId: ticket.promptId ?? null,
    integrationId: ticket.integrationId ?? null,
    version: ticket.version,
    createdAt: iso(ticket.createdAt),
    updatedAt: iso(ticket.updatedAt),
    closedAt: isoOrNull(ticket.closedAt),
    pendingAt: isoOrNull(ticket.pendingAt),
  }
}
