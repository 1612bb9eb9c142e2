import type { CompanyId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, sql } from '@balcao/platform'

import type { Company, CompanyStore } from '../../features/companies/company.store'
import { companies } from './company-table'

export class PgCompanyStore implements CompanyStore {
  find(tx: Tx, id: CompanyId): Promise<Company | undefined> {
    return companies.findFirst(tx, sql`WHERE company_id = ${id}`)
  }

  async save(tx: Tx, company: Company, now: Date): Promise<void> {
    await execute(
      tx,
      sql`${companies.insertion(company, { updated_at: now })}
        ON CONFLICT (company_id) DO UPDATE SET ${companies.excluded}, updated_at = excluded.updated_at
        WHERE companies.revision <= excluded.revision`,
    )
  }
}
