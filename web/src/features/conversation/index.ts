/* An open ticket, and its dialogs and actions for the list of tickets. Dialogs are loaded when they open. */
import { lazy } from 'react'

export { planTicketAction, planUndo, UNDO_MS, type PlannedAction } from './actions/ticket-actions'
export {
  explainRefusal,
  showServing,
  useTicketActions,
  type TicketActions,
} from './actions/use-ticket-actions'
export { selectDraft, selectSending } from './outbox/outbox.slice'
export { listFocus } from './list-focus'
export { TicketChat } from './ticket-chat'
export { buildMatchPath } from './thread/use-search-target'
export { Ack, toTicketAckState } from './thread/ack'

export const PeekDialog = lazy(async () => ({ default: (await import('./peek-dialog')).PeekDialog }))
export const NewTicketDialog = lazy(async () => ({
  default: (await import('./actions/new-ticket-dialog')).NewTicketDialog,
}))
export const TransferDialog = lazy(async () => ({
  default: (await import('./actions/transfer-dialog')).TransferDialog,
}))
