export {
  announceTicket,
  changeTicket,
  type CommitOptions,
  commitTicketChange,
  type Announce,
  type WriteTexts,
} from './commit-ticket-change'
export { writeCompletion, writeExpired, writeTicketTexts, type TextFacts } from './ticket-texts'
export { customerWords } from './customer-words'
export { isWaitingForRating, readRating } from './rating'
export { assertUser } from './create-ticket'
export type { CustomerTexts } from './customer-texts.port'
export { decideTicket, leaveBot, type TicketChange } from './decide-ticket'
export {
  findOrOpenTicket,
  findTicket,
  describeFound,
  buildReopenCommand,
  type OpenedTicket,
  type OpenRequest,
} from './open-ticket'
export { listKanbanTickets } from './list-tickets'
export { ticketPageJson } from './ticket-list-json'
export { saoPauloDay } from './sao-paulo-day'
export * from './ticket'
export type * from './ticket-command'
export type { TicketDeps } from './ticket-deps'
export { readTicketSnapshot, ticketDeleted, ticketPlace } from './ticket-events'
export { assertOwnQueue, findSession, requireVisibleTicket, requireWorkableTicket } from './ticket-policy'
export type { TrackingStore } from './tracking.store'
export type { TicketFilter, TicketPage, TicketStore } from './ticket.store'
