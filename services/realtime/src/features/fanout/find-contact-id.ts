import { isCase, type DeskEvent } from '@balcao/contracts/wire'

/** The contact whose text or name an event contains; 0 for none. Its rows are erased with the contact. */
export function findContactId(event: DeskEvent): number {
  if (isCase(event, 'messageAppended') || isCase(event, 'messageChanged'))
    return event.body.value.message?.contactId ?? 0
  if (isCase(event, 'ticketChanged')) return event.body.value.ticket?.contact?.id ?? 0
  if (isCase(event, 'contactChanged')) return event.body.value.contact?.id ?? 0
  if (isCase(event, 'scheduleChanged')) return event.body.value.schedule?.contactId ?? 0
  return 0
}
