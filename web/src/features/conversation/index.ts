/* The door: an open ticket, and what the list of tickets may do with one. Dialogs are fetched when they open. */
import { lazy } from 'react'

export { showServing, useTicketActions, type TicketActions } from './actions/use-ticket-actions'
export { selectDraft, selectSending } from './outbox/outbox.slice'
export { TicketChat } from './ticket-chat'
export { Ack, toTicketAckState } from './thread/ack'

export const PeekDialog = lazy(async () => ({ default: (await import('./peek-dialog')).PeekDialog }))
export const NewTicketDialog = lazy(async () => ({
  default: (await import('./actions/new-ticket-dialog')).NewTicketDialog,
}))
