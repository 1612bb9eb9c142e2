import type { CompanyId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

/** The newest state of each user that a company's feed has shown. */
export interface ShownUsers {
  /** False when the feed has shown a newer state of the user, or their end. */
  advance(tx: Tx, companyId: CompanyId, user: { id: number; revision: number }): Promise<boolean>
  /** The user is shown no more, whatever comes late. Idempotent. */
  end(tx: Tx, companyId: CompanyId, userId: number): Promise<void>
}
