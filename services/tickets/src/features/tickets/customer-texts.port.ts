import type { CompanyId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

import type { Ticket } from './ticket'
import type { CustomerText } from './ticket-command'

export type { CustomerText, Ticket }

/** Texts that the company sends by itself. They are stored and requested in the transaction of the change that causes them. */
export interface CustomerTexts {
  /**
   * Runs `work` in a transaction in which `send` may be called. A message's document is written before its row, outside
   * of any transaction: when `work` sends a text whose document is not written yet, its transaction is rolled back, the
   * document written, and `work` run again. Like any transaction, `work` must be repeatable.
   */
  transact<T>(companyId: CompanyId, work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Appends the texts to the locked ticket and asks the gateway to send them. Answers the ticket with them.
   * @throws {Error} outside of `transact`
   */
  send(tx: Tx, ticket: Ticket, texts: readonly CustomerText[]): Promise<Ticket>
}
