import { randomUUID } from 'node:crypto'

import { DEFAULT_TIME_ZONE, defaultBusinessHours, type CompanyId } from '@balcao/contracts'
import { AppError, type Tx } from '@balcao/kernel'
import { execute, query, sql, violatedConstraint } from '@balcao/platform'

import {
  normalizeCompanyName,
  type Company,
  type CompanyHours,
  type CompanyStore,
  type NewCompany,
} from '../../features/companies/company.store'
import { companies, type StoredCompany } from './company-table'

export const toCompany = (stored: StoredCompany): Company => ({
  ...stored,
  schedules: stored.schedules ?? defaultBusinessHours,
})

/* Escapes `%`, `_` and `\` of a search. */
const likePart = (part: string) => `%${part.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`

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
    const besides = { name_key: nameKey, updated_at: company.createdAt }
    const [row] = await query(
      tx,
      sql`${companies.insertion({ ...company, schedules: null, timeZone: DEFAULT_TIME_ZONE }, besides)}
        ON CONFLICT (name_key) DO NOTHING RETURNING ${companies.columns}`,
    )
    return row && toCompany(companies.read(row))
  }

  async find(tx: Tx, id: CompanyId): Promise<Company | undefined> {
    const stored = await companies.findFirst(tx, sql`WHERE company_id = ${id}`)
    return stored && toCompany(stored)
  }

  async findByName(tx: Tx, name: string): Promise<Company | undefined> {
    const stored = await companies.findFirst(tx, sql`WHERE name_key = ${normalizeCompanyName(name)}`)
    return stored && toCompany(stored)
  }

  async lock(tx: Tx, id: CompanyId): Promise<Company | undefined> {
    // FOR NO KEY UPDATE: users are inserted under this lock, and their foreign key check must be able to read the row.
    const stored = await companies.findFirst(tx, sql`WHERE company_id = ${id} FOR NO KEY UPDATE`)
    return stored && toCompany(stored)
  }

  async page(
    tx: Tx,
    { searchParam, pageNumber, size }: { searchParam: string; pageNumber: number; size: number },
  ): Promise<{ companies: Company[]; count: number }> {
    const part = likePart(searchParam)
    const where = sql`WHERE lower(name) LIKE ${part} OR email LIKE ${part}`
    const offset = (pageNumber - 1) * size
    const found = await companies.find(
      tx,
      sql`${where} ORDER BY lower(name), company_id LIMIT ${size} OFFSET ${offset}`,
    )
    const [row] = await query<{ count: number }>(
      tx,
      sql`SELECT count(*)::int AS count FROM companies ${where}`,
    )
    return { companies: found.map(toCompany), count: row?.count ?? 0 }
  }

  async save(tx: Tx, company: Company, now: Date): Promise<Company> {
    const nameKey = normalizeCompanyName(company.name)
    try {
      // A namesake keeps its longer key while its name stays the same.
      const [row] = await query(
        tx,
        sql`UPDATE companies SET ${companies.assignments(company)}, updated_at = ${now},
            name_key = CASE WHEN split_part(name_key, E'\n', 1) = ${nameKey} THEN name_key ELSE ${nameKey} END
          WHERE company_id = ${company.id} RETURNING ${companies.columns}`,
      )
      if (!row) throw new AppError('ERR_NO_COMPANY_FOUND')
      return toCompany(companies.read(row))
    } catch (error) {
      if (violatedConstraint(error) !== 'companies_name_key_unique') throw error
      throw new AppError('ERR_COMPANY_NAME_ALREADY_EXISTS', { cause: error })
    }
  }

  async delete(tx: Tx, id: CompanyId): Promise<void> {
    await execute(tx, sql`DELETE FROM companies WHERE company_id = ${id}`)
  }

  async setHours(tx: Tx, id: CompanyId, hours: CompanyHours, now: Date): Promise<Company> {
    const schedules = JSON.stringify(hours.schedules)
    const [row] = await query(
      tx,
      sql`UPDATE companies SET schedules = ${schedules}::jsonb, time_zone = ${hours.timeZone}, updated_at = ${now}
        WHERE company_id = ${id} RETURNING ${companies.columns}`,
    )
    if (!row) throw new AppError('ERR_NO_COMPANY_FOUND')
    return toCompany(companies.read(row))
  }

  async deactivate(tx: Tx, id: CompanyId, now: Date): Promise<Company | undefined> {
    const [row] = await query(
      tx,
      sql`UPDATE companies SET active = false, updated_at = ${now} WHERE company_id = ${id}
        RETURNING ${companies.columns}`,
    )
    return row && toCompany(companies.read(row))
  }

  async isEmpty(tx: Tx): Promise<boolean> {
    return (await query(tx, sql`SELECT FROM companies LIMIT 1`)).length === 0
  }
}
