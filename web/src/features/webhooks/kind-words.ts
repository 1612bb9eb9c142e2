import type { PublicEventKind } from '@balcao/contracts'

/** The name of each kind of event, of the words of webhooks. */
export const kindWords = {
  'ticket.created': 'kinds.ticket.created',
  'ticket.updated': 'kinds.ticket.updated',
  'ticket.closed': 'kinds.ticket.closed',
  'ticket.deleted': 'kinds.ticket.deleted',
  'message.received': 'kinds.message.received',
  'message.sent': 'kinds.message.sent',
  'message.updated': 'kinds.message.updated',
  'contact.created': 'kinds.contact.created',
  'contact.updated': 'kinds.contact.updated',
  'contact.deleted': 'kinds.contact.deleted',
  'connection.status': 'kinds.connection.status',
} as const satisfies Record<PublicEventKind, string>
