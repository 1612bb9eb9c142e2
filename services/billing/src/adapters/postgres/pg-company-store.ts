import { companyId, planId, type CompanyId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { entityManagerOf } from '@balcao/platform'
import { LessThanOrEqual } from 'typeorm'

import type { Company, CompanyStore } from '../../features/companies/company.store'
import { companyRecords } from './records'

export class PgCompanyStore implements CompanyStore {
  async find(tx: Tx, id: CompanyId): Promise<Company | undefined> {
    const record = await entityManagerOf(tx).findOneBy(companyRecords, { companyId: id })
    if (!record) return undefined
    const { name, email, phone, active, dueAt, recurrence, createdAt, revision } = record
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
      revision,
    }
  }

  async save(tx: Tx, { id, ...company }: Company, now: Date): Promise<void> {
    const record = { ...company, companyId: id, updatedAt: now }
    const known = { companyId: id, revision: LessThanOrEqual(company.revision) }
    await entityManagerOf(tx)
      .createQueryBuilder()
      .insert()
      .into(companyRecords)
      .values(record)
      .orIgnore()
      .execute()
    await entityManagerOf(tx).update(companyRecords, known, record)
  }
}
