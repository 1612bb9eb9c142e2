import type { CompanyId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

/** The newest user revision that a company's feed has shown. */
export interface ShownUsers {
  /** False when the feed has shown a newer state of the user, or their deletion. */
  advance(tx: Tx, companyId: CompanyId, user: { id: number; revision: number }): Promise<boolean>
  /** The user is not shown again by late events. Idempotent. */
  end(tx: Tx, companyId: CompanyId, userId: number): Promise<void>
}
