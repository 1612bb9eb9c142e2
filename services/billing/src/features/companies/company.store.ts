import type { CompanyId, PlanId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

import type { Company, ToldCompany } from './company'

export type { Company, ToldCompany }

export interface CompanyStore {
  find(tx: Tx, companyId: CompanyId): Promise<Company | undefined>
  lock(tx: Tx, companyId: CompanyId): Promise<Company | undefined>
  /** Companies with this plan. Platform scope. */
  listWithPlan(tx: Tx, planId: PlanId): Promise<Company[]>
  delete(tx: Tx, companyId: CompanyId): Promise<void>
  /** Inserts or replaces, unless the stored revision is newer. @returns whether it was written. */
  save(tx: Tx, company: ToldCompany, now: Date): Promise<boolean>
  /** The company when this changed it; undefined when it is so already, or unknown. */
  setCampaigns(tx: Tx, companyId: CompanyId, isEnabled: boolean): Promise<Company | undefined>
}
