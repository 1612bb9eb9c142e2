import { companyId, type CompanyId, type PlanId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, query, sql } from '@balcao/platform'

import type { Company, CompanyStore } from '../../features/companies/company.store'
import { companies } from './company-table'

export class PgCompanyStore implements CompanyStore {
  find(tx: Tx, id: CompanyId): Promise<Company | undefined> {
    return companies.findFirst(tx, sql`WHERE company_id = ${id}`)
  }

  async listIdsWithPlan(tx: Tx, plan: PlanId): Promise<CompanyId[]> {
    const rows = await query<{ company_id: number }>(
      tx,
      sql`SELECT company_id FROM companies WHERE plan_id = ${plan} ORDER BY company_id`,
    )
    return rows.map((row) => companyId(row.company_id))
  }

  async delete(tx: Tx, company: CompanyId): Promise<void> {
    await execute(tx, sql`DELETE FROM companies WHERE company_id = ${company}`)
  }

  async save(tx: Tx, company: Company, now: Date): Promise<boolean> {
    const written = await execute(
      tx,
      sql`${companies.insertion(company, { updated_at: now })}
        ON CONFLICT (company_id) DO UPDATE SET ${companies.excluded}, updated_at = excluded.updated_at
        WHERE companies.revision <= excluded.revision`,
    )
    return written > 0
  }
}
