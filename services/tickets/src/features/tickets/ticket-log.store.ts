import type { CompanyId, TicketId, TicketLogView } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

import type { TicketLogEntry } from './ticket-log'

export type { TicketLogEntry }

/** Logs of tickets. An entry is written in the transaction of its change, under the ticket's lock, and never changed. */
export interface TicketLogStore {
  /** Without waiting for it. */
  append(tx: Tx, companyId: CompanyId, ticketId: TicketId, entry: TicketLogEntry & { now: Date }): void
  /** Newest first, with the names of today; those with a lower id than `before` when it is given. */
  page(
    tx: Tx,
    companyId: CompanyId,
    ticketId: TicketId,
    page: { before: number | undefined; size: number },
  ): Promise<TicketLogView[]>
}
