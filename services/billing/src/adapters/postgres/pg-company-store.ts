import type { CompanyId, PlanId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, sql } from '@balcao/platform'

import type { Company, CompanyStore, ToldCompany } from '../../features/companies/company.store'
import { companies } from './company-table'

export class PgCompanyStore implements CompanyStore {
  find(tx: Tx, id: CompanyId): Promise<Company | undefined> {
    return companies.findFirst(tx, sql`WHERE company_id = ${id}`)
  }

  lock(tx: Tx, id: CompanyId): Promise<Company | undefined> {
    return companies.findFirst(tx, sql`WHERE company_id = ${id} FOR UPDATE`)
  }

  listWithPlan(tx: Tx, plan: PlanId): Promise<Company[]> {
    return companies.find(tx, sql`WHERE plan_id = ${plan} ORDER BY company_id`)
  }

  async delete(tx: Tx, company: CompanyId): Promise<void> {
    await execute(tx, sql`DELETE FROM companies WHERE company_id = ${company}`)
  }

  async save(tx: Tx, company: ToldCompany, now: Date): Promise<boolean> {
    const written = await execute(
      tx,
      sql`${companies.insertion(company, { updated_at: now })}
        ON CONFLICT (company_id) DO UPDATE SET ${companies.excluded}, updated_at = excluded.updated_at
        WHERE companies.revision <= excluded.revision`,
    )
    return written > 0
  }

  async setCampaigns(tx: Tx, id: CompanyId, isEnabled: boolean): Promise<Company | undefined> {
    const written = await execute(
      tx,
      sql`UPDATE companies SET campaigns_enabled = ${isEnabled}
        WHERE company_id = ${id} AND campaigns_enabled <> ${isEnabled}`,
    )
    return written > 0 ? this.find(tx, id) : undefined
  }
}
