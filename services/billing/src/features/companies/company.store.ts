import type { CompanyId, PlanId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

import type { Company } from './company'

export type { Company }

export interface CompanyStore {
  find(tx: Tx, companyId: CompanyId): Promise<Company | undefined>
  /** Companies with this plan. Platform scope. */
  listIdsWithPlan(tx: Tx, planId: PlanId): Promise<CompanyId[]>
  delete(tx: Tx, companyId: CompanyId): Promise<void>
  /** Inserts or replaces, unless the stored revision is newer. @returns whether it was written. */
  save(tx: Tx, company: Company, now: Date): Promise<boolean>
}
