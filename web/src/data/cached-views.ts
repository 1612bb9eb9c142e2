import type { ContactEvent, ContactView, MessageView } from '@balcao/contracts'

/* Views as the cache holds them: without fields that no event updates. */

/** A message without its copy of the contact: contact events update the ticket's contact only. */
export const toCachedMessage = ({ contact: _contact, ...message }: MessageView): MessageView => message

/** A contact without the connection of its last ticket: no contact event is sent when it changes. */
export const toCachedContact = (contact: ContactView): ContactView => ({ ...contact, whatsapp: null })

export const toCachedContactEvent = (event: ContactEvent): ContactEvent =>
  event.action === 'delete' ? event : { ...event, contact: toCachedContact(event.contact) }
