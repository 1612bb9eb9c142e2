import type { ContactEvent, ContactView, MessageView } from '@balcao/contracts'

/* What the store keeps of an answer or an event: only fields that the feed keeps true. */

/** A message without its copy of the contact, which no contact event would reach. Its ticket has the contact. */
export const toCachedMessage = ({ contact: _contact, ...message }: MessageView): MessageView => message

/** A contact without the connection of its last ticket, which moves without an event about the contact. */
export const toCachedContact = (contact: ContactView): ContactView => ({ ...contact, whatsapp: null })

export const toCachedContactEvent = (event: ContactEvent): ContactEvent =>
  event.action === 'delete' ? event : { ...event, contact: toCachedContact(event.contact) }
