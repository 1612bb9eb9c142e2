import type { CompanyId, TicketId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

/**
 * `transfer`: it waits without a queue for longer than timeToTransfer. `expiry`: an agent has it, wrote last, and nothing
 * happened for longer than expiresTicket; groups do not expire. `rating`: it is closed and waits for a rating. `text`: what its customer is told of the closing
 * was held back and leaves now.
 */
export type TimerKind = 'transfer' | 'expiry' | 'rating' | 'text'

export interface DueTicket {
  companyId: CompanyId
  ticketId: TicketId
}

/**
 * Tickets whose timers have run out. A timer is no row of its own: it is due while the ticket's and the connection's rows say
 * so, whatever process was killed, and rings once because ringing changes those rows.
 */
export interface TimerStore {
  /** Of every company, by id from the first above `after`; platform scope. */
  listDue(kind: TimerKind, now: Date, page: { after: number; most: number }): Promise<DueTicket[]>
  /** When the first ticket is due, where that is before `before`; one that waits for its rating is due all the time. Platform scope. */
  findNextDue(kinds: readonly TimerKind[], before: Date): Promise<Date | undefined>
  /** The same as `listDue` for a locked ticket. */
  isDue(tx: Tx, kind: TimerKind, ticket: DueTicket, now: Date): Promise<boolean>
  /** Whether the ticket's contact has an unclosed one on that connection. */
  hasUnclosed(tx: Tx, ticket: DueTicket): Promise<boolean>
}
