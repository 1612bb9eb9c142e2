/* The door: an open ticket, and what the list of tickets may do with one. */
export { showServing, useTicketMoves, type TicketMoves } from './actions/use-ticket-moves'
export { OutboxProvider } from './outbox/outbox-context'
export { selectDraft, selectSending } from './outbox/outbox.slice'
export { TicketChat } from './ticket-chat'
export { Ack, ackStateOfTicket } from './thread/ack'
