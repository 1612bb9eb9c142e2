import type { CompanyId, TicketId } from '@balcao/contracts'

/** Words of closed tickets, which are kept in one row of each. Every method is idempotent. */
export interface ClosedWordsStore {
  /** Companies with words in rows of their own. */
  listCompanies(): Promise<CompanyId[]>
  /** Tickets closed before this time whose words are rows, by id behind `after`; without those that have too many for one row. */
  listDue(
    companyId: CompanyId,
    asked: { closedBefore: Date; after: TicketId | undefined; most: number },
  ): Promise<TicketId[]>
  /** Puts the words of these into one row of each ticket; those that are open again or locked are left as they are. */
  pack(companyId: CompanyId, ids: readonly TicketId[], closedBefore: Date): Promise<void>
}
