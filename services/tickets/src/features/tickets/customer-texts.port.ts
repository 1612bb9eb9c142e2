import type { Tx } from '@balcao/kernel'

import type { Ticket } from './ticket'
import type { CustomerText } from './ticket-command'

export type { CustomerText, Ticket }

/** Texts that the company sends by itself. They are stored and requested in the transaction of the change that causes them. */
export interface CustomerTexts {
  /** Appends the texts to the locked ticket and asks the gateway to send them. Answers the ticket with them. */
  send(tx: Tx, ticket: Ticket, texts: readonly CustomerText[]): Promise<Ticket>
}
