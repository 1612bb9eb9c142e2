import { isCase, type DeskEvent } from '@balcao/contracts/wire'

/** Whose words or name an event carries; 0 for nobody's. Exactly what must go from the feed with a contact. */
export function contactOf(event: DeskEvent): number {
  if (isCase(event, 'messageAppended') || isCase(event, 'messageChanged'))
    return event.body.value.message?.contactId ?? 0
  if (isCase(event, 'ticketChanged')) return event.body.value.ticket?.contact?.id ?? 0
  if (isCase(event, 'contactChanged')) return event.body.value.contact?.id ?? 0
  if (isCase(event, 'scheduleChanged')) return event.body.value.schedule?.contactId ?? 0
  return 0
}
