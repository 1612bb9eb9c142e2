import type { CompanyId, PlanId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import {
  deleteRows,
  execute,
  findRow,
  insertRowUnlessTaken,
  LessThanOrEqual,
  lockRow,
  sql,
  updateRows,
} from '@balcao/platform'

import type { Company, CompanyStore, ToldCompany } from '../../features/companies/company.store'
import { companies } from './company-table'
import { repositoryOf } from './tables'

export class PgCompanyStore implements CompanyStore {
  find(tx: Tx, id: CompanyId): Promise<Company | undefined> {
    return findRow(repositoryOf(tx, companies), { id })
  }

  lock(tx: Tx, id: CompanyId): Promise<Company | undefined> {
    return lockRow(repositoryOf(tx, companies), { id })
  }

  listWithPlan(tx: Tx, planId: PlanId): Promise<Company[]> {
    return repositoryOf(tx, companies).find({ where: { planId }, order: { id: 'ASC' } })
  }

  async delete(tx: Tx, id: CompanyId): Promise<void> {
    await deleteRows(repositoryOf(tx, companies), { id })
  }

  async save(tx: Tx, company: ToldCompany, now: Date): Promise<boolean> {
    const row = { ...company, updatedAt: now }
    if (await insertRowUnlessTaken(repositoryOf(tx, companies), row)) return true
    const isNotNewer = LessThanOrEqual(company.revision)
    return (await updateRows(repositoryOf(tx, companies), { id: company.id, revision: isNotNewer }, row)) > 0
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
