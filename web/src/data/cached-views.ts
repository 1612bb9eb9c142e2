import type { ContactEvent, ContactView, MessageView } from '@balcao/contracts'

/* What the store keeps of an answer or an event: only fields that the feed keeps true. */

/** A message without its copy of the contact, which no contact event would reach. Its ticket has the contact. */
export const keptMessage = ({ contact: _contact, ...message }: MessageView): MessageView => message

/** A contact without the connection of its last ticket, which moves without an event about the contact. */
export const keptContact = (contact: ContactView): ContactView => ({ ...contact, whatsapp: null })

export const keptContactEvent = (event: ContactEvent): ContactEvent =>
  event.action === 'delete' ? event : { ...event, contact: keptContact(event.contact) }
