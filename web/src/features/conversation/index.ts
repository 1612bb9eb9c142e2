/* An open ticket, and its dialogs and actions for the list of tickets. Both are loaded when they open. */
import { createElement } from 'react'

import { late } from '../../ui/late'
import { ChatSkeleton } from './chat-skeleton'

export { planTicketAction, planUndo, UNDO_MS, type PlannedAction } from './actions/ticket-actions'
export {
  explainRefusal,
  showServing,
  useTicketActions,
  type TicketActions,
} from './actions/use-ticket-actions'
export { NewTicketDialog, PeekDialog, TransferDialog } from './dialogs'
export { selectDraft, selectSending } from './outbox/outbox.slice'
export { listFocus } from './list-focus'
export { buildMatchPath } from './thread/use-search-target'
export { Ack, toTicketAckState } from './thread/ack'

export const TicketChat = late(
  async () => (await import('./ticket-chat')).TicketChat,
  createElement(ChatSkeleton),
)
