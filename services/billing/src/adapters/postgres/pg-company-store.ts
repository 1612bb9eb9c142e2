import { companyId, planId, type CompanyId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { managerOf } from '@balcao/platform'

import type { Company, CompanyStore } from '../../features/companies/company.store'
import { companyRecords } from './records'

export class PgCompanyStore implements CompanyStore {
  async find(tx: Tx, id: CompanyId): Promise<Company | undefined> {
    const record = await managerOf(tx).findOneBy(companyRecords, { companyId: id })
    if (!record) return undefined
    const { name, email, phone, active, dueAt, recurrence, createdAt } = record
    return {
      id: companyId(record.companyId),
      planId: planId(record.planId),
      name,
      email,
      phone,
      active,
      dueAt,
      recurrence,
      createdAt,
    }
  }

  async save(tx: Tx, { id, ...company }: Company, now: Date): Promise<void> {
    await managerOf(tx).upsert(companyRecords, { ...company, companyId: id, updatedAt: now }, ['companyId'])
  }
}
