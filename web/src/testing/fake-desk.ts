import type { FeedItem, MessageView, TicketView } from '@balcao/contracts'

import { createCompanyRoutes } from './fake-company-routes'
import {
  createDeskState,
  isAnswer,
  type FakeAnswer,
  type FakeDeskData,
  type FakeRequest,
} from './fake-desk-state'
import { createMessageRoutes } from './fake-message-routes'
import { createTicketRoutes } from './fake-ticket-routes'

/**
 * An in-memory server for tests: the routes of the ticket screen, with the server's rules. `emit` gets the feed's events;
 * what is done through `handle` or `inbound` changes the data first, as the server does.
 */
export const createFakeDesk = (data: FakeDeskData, emit: (event: FeedItem) => void = () => undefined) => {
  const state = createDeskState(data, emit)
  const routes = [...createTicketRoutes(state), ...createMessageRoutes(state), ...createCompanyRoutes(state)]

  return {
    data,
    handle: (request: FakeRequest): FakeAnswer => {
      for (const [method, pattern, handler] of routes) {
        const match = method === request.method ? pattern.exec(request.path) : null
        if (!match) continue
        const answer = handler(request, match.slice(1))
        return isAnswer(answer) ? answer : { status: 200, body: answer }
      }
      return { status: 404, body: { error: 'ERR_NOT_FOUND' } }
    },
    /** A message from the customer. */
    inbound: (ticketId: number, body: string, own: Partial<MessageView> = {}): MessageView =>
      state.append(ticketId, { body, fromMe: false, ...own }),
    /** A change by another user. */
    change: (ticketId: number, change: Partial<TicketView>) =>
      state.announce(state.saveTicket(ticketId, change)),
    head: state.head,
  }
}
