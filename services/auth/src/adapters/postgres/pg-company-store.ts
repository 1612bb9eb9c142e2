import { randomUUID } from 'node:crypto'

import { companyId, defaultBusinessHours, planId, type CompanyId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { entityManagerOf, query } from '@balcao/platform'

import {
  normalizeCompanyName,
  type Company,
  type CompanyStore,
  type NewCompany,
} from '../../features/companies/company.store'
import { companyRecords, type CompanyRecord } from './records'

const toCompany = (record: CompanyRecord): Company => ({
  id: companyId(record.companyId),
  name: record.name,
  email: record.email,
  phone: record.phone,
  active: record.active,
  planId: planId(record.planId),
  dueAt: record.dueAt,
  trialEndsAt: record.trialEndsAt,
  schedules: record.schedules ?? defaultBusinessHours,
  recurrence: record.recurrence,
  createdAt: record.createdAt,
  revision: record.revision,
})

export class PgCompanyStore implements CompanyStore {
  insert(tx: Tx, company: NewCompany): Promise<Company | undefined> {
    return this.insertUnder(tx, normalizeCompanyName(company.name), company)
  }

  async insertNamesake(tx: Tx, company: NewCompany): Promise<Company> {
    const first = await this.insert(tx, company)
    if (first) return first
    // A second line, which no name contains, keeps the key unique.
    const later = await this.insertUnder(
      tx,
      `${normalizeCompanyName(company.name)}\n${randomUUID()}`,
      company,
    )
    if (!later) throw new Error('a random key was taken')
    return later
  }

  private async insertUnder(tx: Tx, nameKey: string, company: NewCompany): Promise<Company | undefined> {
    const [row] = await query<{ company_id: number; revision: number }>(
      tx,
      `INSERT INTO companies (name, name_key, email, phone, active, plan_id, due_at, recurrence, created_at, updated_at, trial_ends_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10) ON CONFLICT (name_key) DO NOTHING RETURNING company_id, revision`,
      [
        company.name,
        nameKey,
        company.email,
        company.phone,
        company.active,
        company.planId,
        company.dueAt,
        company.recurrence,
        company.createdAt,
        company.trialEndsAt,
      ],
    )
    if (!row) return undefined
    const { company_id, revision } = row
    return { ...company, schedules: defaultBusinessHours, id: companyId(company_id), revision }
  }

  async find(tx: Tx, id: CompanyId): Promise<Company | undefined> {
    const record = await entityManagerOf(tx).findOneBy(companyRecords, { companyId: id })
    return record ? toCompany(record) : undefined
  }

  async findByName(tx: Tx, name: string): Promise<Company | undefined> {
    const record = await entityManagerOf(tx).findOneBy(companyRecords, {
      nameKey: normalizeCompanyName(name),
    })
    return record ? toCompany(record) : undefined
  }

  async lock(tx: Tx, id: CompanyId): Promise<Company | undefined> {
    // FOR NO KEY UPDATE: users are inserted under this lock, and their foreign key check must be able to read the row.
    await query(tx, 'SELECT FROM companies WHERE company_id = $1 FOR NO KEY UPDATE', [id])
    return this.find(tx, id)
  }

  async deactivate(tx: Tx, id: CompanyId, now: Date): Promise<Company | undefined> {
    await entityManagerOf(tx).update(companyRecords, { companyId: id }, { active: false, updatedAt: now })
    return this.find(tx, id)
  }

  async isEmpty(tx: Tx): Promise<boolean> {
    return !(await entityManagerOf(tx).exists(companyRecords))
  }
}
