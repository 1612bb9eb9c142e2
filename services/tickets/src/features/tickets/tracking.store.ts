import type { CompanyId, TicketId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

import type { TrackingChange } from './tracking'

export type { TrackingChange }

/** Trackings of tickets and ratings of agents, written under the ticket's lock. */
export interface TrackingStore {
  /** Begins the ticket's tracking, or changes the present one; one statement, which is not waited for. */
  write(tx: Tx, companyId: CompanyId, ticketId: TicketId, change: TrackingChange): void
  /** Notes an agent's first message in the present service; one statement, which is not waited for. */
  answer(tx: Tx, companyId: CompanyId, ticketId: TicketId, now: Date): void
  /** Stores the customer's rating of the agent of the last finished service, once; whether that was now. */
  rate(
    tx: Tx,
    companyId: CompanyId,
    ticketId: TicketId,
    rating: { rate: number; now: Date },
  ): Promise<boolean>
}
