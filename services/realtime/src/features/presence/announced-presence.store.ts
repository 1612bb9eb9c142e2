import type { CompanyId, UserId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

/** Who the company was last told is online. */
export interface AnnouncedPresence {
  /** True when this changes what was announced. Idempotent. */
  set(tx: Tx, companyId: CompanyId, userId: UserId, online: boolean): Promise<boolean>
  /** Everybody announced as online, by company. Needs the platform scope. */
  all(tx: Tx): Promise<Map<CompanyId, UserId[]>>
}
