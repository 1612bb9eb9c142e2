import { selectUser } from '../data/session/session.slice'
import type { DeskStore } from '../data/store'
import { buildFirstFilter } from '../data/ticket-lists'
import { ticketsApi } from '../data/tickets.api'

/** Asks for the list that the page of tickets opens with while the page's own code is on its way. */
export const askForFirstList = (store: DeskStore): void => {
  const me = selectUser(store.getState())
  if (me)
    void store.dispatch(ticketsApi.endpoints.listTickets.initiate(buildFirstFilter(me), { subscribe: false }))
}
