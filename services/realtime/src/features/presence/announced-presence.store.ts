import type { CompanyId, UserId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

/** The last announced presence of each user. */
export interface AnnouncedPresence {
  /** True when this changes what was announced. Idempotent. */
  set(tx: Tx, companyId: CompanyId, userId: UserId, online: boolean): Promise<boolean>
  /** Users announced as online, by company. Needs the platform scope. */
  listOnline(tx: Tx): Promise<Map<CompanyId, UserId[]>>
}
