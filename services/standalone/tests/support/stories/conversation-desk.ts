import type { ConnectionView, SimulatorOutboundItem, TicketView } from '@balcao/contracts'

import type { Agent } from '../browser'
import type { BrowserDesk } from '../browser-desk'
import type { Call } from '../company'

export interface Customer {
  number: string
  name: string
}

/** What the stories of the ticket screen share: Ana has the ticket of a customer open. */
export interface ConversationDesk extends BrowserDesk {
  /** Without a session: the simulated phone. */
  network: Call
  connection: ConnectionView
  ana: Agent
  ticket: TicketView
  says(body: string, customer?: Customer): Promise<unknown>
  listSent(number: string): Promise<SimulatorOutboundItem[]>
}
