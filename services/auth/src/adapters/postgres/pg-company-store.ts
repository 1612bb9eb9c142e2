import { randomUUID } from 'node:crypto'

import { DEFAULT_TIME_ZONE, defaultBusinessHours, type CompanyId } from '@balcao/contracts'
import { AppError, type Counted, type Slice, type Tx } from '@balcao/kernel'
import {
  deleteRows,
  toLikePart,
  findRow,
  insertRowUnlessTaken,
  updateRows,
  violatedConstraint,
  readSlice,
  type ListOrder,
} from '@balcao/platform'

import {
  normalizeCompanyName,
  type Company,
  type CompanyHours,
  type CompanyStore,
  type NewCompany,
} from '../../features/companies/company.store'
import { companies, type StoredCompany } from './company-table'
import { repositoryOf } from './tables'

export const toCompany = ({ nameKey: _key, updatedAt: _at, ...stored }: StoredCompany): Company => ({
  ...stored,
  schedules: stored.schedules ?? defaultBusinessHours,
})

const order: ListOrder = { own: ['lower(c.name)', 'ASC'] }

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
    const inserted = await insertRowUnlessTaken(repositoryOf(tx, companies), {
      ...company,
      schedules: null,
      timeZone: DEFAULT_TIME_ZONE,
      nameKey,
      updatedAt: company.createdAt,
    })
    return inserted && toCompany(inserted)
  }

  async find(tx: Tx, id: CompanyId): Promise<Company | undefined> {
    const stored = await findRow(repositoryOf(tx, companies), { id })
    return stored && toCompany(stored)
  }

  async findByName(tx: Tx, name: string): Promise<Company | undefined> {
    const stored = await findRow(repositoryOf(tx, companies), { nameKey: normalizeCompanyName(name) })
    return stored && toCompany(stored)
  }

  async lock(tx: Tx, id: CompanyId): Promise<Company | undefined> {
    const stored = await repositoryOf(tx, companies).findOne({
      where: { id },
      // Users are inserted under this lock, and their foreign key check must be able to read the row.
      lock: { mode: 'for_no_key_update' },
    })
    return stored ? toCompany(stored) : undefined
  }

  async page(tx: Tx, search: string, slice: Slice): Promise<Counted<Company>> {
    const part = toLikePart(search.toLowerCase())
    const builder = repositoryOf(tx, companies)
      .createQueryBuilder('c')
      .where('lower(c.name) LIKE :part OR c.email LIKE :part', { part })
    const { items, count } = await readSlice(builder, slice, order)
    return { items: items.map(toCompany), count }
  }

  async save(tx: Tx, company: Company, now: Date): Promise<Company> {
    const { id } = company
    // A namesake keeps its longer key while its name stays the same.
    const nameKey = () =>
      `CASE WHEN split_part(name_key, E'\\n', 1) = :nameKey THEN name_key ELSE :nameKey END`
    try {
      await repositoryOf(tx, companies)
        .createQueryBuilder()
        .update()
        .set({ ...company, updatedAt: now, nameKey } as never)
        .where({ id })
        .setParameter('nameKey', normalizeCompanyName(company.name))
        .execute()
    } catch (error) {
      if (violatedConstraint(error) !== 'companies_name_key_unique') throw error
      throw new AppError('ERR_COMPANY_NAME_ALREADY_EXISTS', { cause: error })
    }
    return this.readChanged(tx, id)
  }

  private async readChanged(tx: Tx, id: CompanyId): Promise<Company> {
    const company = await this.find(tx, id)
    if (!company) throw new AppError('ERR_NO_COMPANY_FOUND')
    return company
  }

  async delete(tx: Tx, id: CompanyId): Promise<void> {
    await deleteRows(repositoryOf(tx, companies), { id })
  }

  async setHours(tx: Tx, id: CompanyId, { schedules, timeZone }: CompanyHours, now: Date): Promise<Company> {
    await updateRows(repositoryOf(tx, companies), { id }, { schedules, timeZone, updatedAt: now })
    return this.readChanged(tx, id)
  }

  async deactivate(tx: Tx, id: CompanyId, now: Date): Promise<Company | undefined> {
    await updateRows(repositoryOf(tx, companies), { id }, { active: false, updatedAt: now })
    return this.find(tx, id)
  }

  async isEmpty(tx: Tx): Promise<boolean> {
    return !(await repositoryOf(tx, companies).exists())
  }
}
