import { randomUUID } from 'node:crypto'

import { DEFAULT_TIME_ZONE, defaultBusinessHours, type CompanyId } from '@balcao/contracts'
import { AppError, type Counted, type Slice, type Tx } from '@balcao/kernel'
import {
  deleteRows,
  execute,
  query,
  sql,
  toLikePart,
  findRow,
  insertRowUnlessTaken,
  updateRows,
  violatedConstraint,
  readSlice,
  spreadSchemas,
  type ListOrder,
} from '@balcao/platform'

import {
  choosePrimary,
  normalizeCompanyName,
  RECENT_FOR_MS,
  type Company,
  type CompanyHours,
  type CompanyStore,
  type NewCompany,
  type PrimaryFill,
  type PrimarySize,
} from '../../features/companies/company.store'
import { companies, type StoredCompany } from './company-table'
import { repositoryOf } from './tables'

export const toCompany = ({ nameKey: _key, updatedAt: _at, ...stored }: StoredCompany): Company => ({
  ...stored,
  schedules: stored.schedules ?? defaultBusinessHours,
})

const order: ListOrder = { own: ['lower(c.name)', 'ASC'] }

export class PgCompanyStore implements CompanyStore {
  /** @param primaries on which companies may be placed */
  constructor(private readonly primaries: readonly string[]) {}

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
    if (inserted) await this.assignPrimary(tx, inserted)
    return inserted && toCompany(inserted)
  }

  /* Companies on the first primary have no row. */
  private async assignPrimary(tx: Tx, { id, createdAt }: StoredCompany): Promise<void> {
    const [first, ...more] = this.primaries
    if (first === undefined || more.length === 0) return
    const recent = new Date(createdAt.getTime() - RECENT_FOR_MS)
    // A primary of which some schema is not measured yet counts as not measured.
    const fills = await query<PrimaryFill & { name: string }>(
      tx,
      sql`SELECT name, coalesce(companies, 0) AS companies, coalesce(recent, 0) AS recent, coalesce(bytes, 0)::float8 AS bytes FROM (
          SELECT coalesce(p.name, ${first}) AS name, count(*) AS companies, count(*) FILTER (WHERE c.created_at > ${recent}) AS recent
          FROM companies c LEFT JOIN company_primaries p USING (company_id) WHERE c.company_id <> ${id} GROUP BY 1
        ) AS placed FULL JOIN (
          SELECT name, CASE WHEN count(*) = ${spreadSchemas.length} THEN sum(bytes) END AS bytes FROM primary_sizes GROUP BY 1
        ) AS measured USING (name)`,
    )
    const name = choosePrimary([first, ...more], new Map(fills.map((fill) => [fill.name, fill])))
    if (name !== first)
      await execute(tx, sql`INSERT INTO company_primaries (company_id, name) VALUES (${id}, ${name})`)
  }

  async setPrimarySize(tx: Tx, { name, schema, bytes }: PrimarySize): Promise<void> {
    await execute(
      tx,
      sql`INSERT INTO primary_sizes (name, schema, bytes) VALUES (${name}, ${schema}, ${bytes})
        ON CONFLICT (name, schema) DO UPDATE SET bytes = excluded.bytes, measured_at = DEFAULT`,
    )
  }

  async findPrimary(tx: Tx, id: CompanyId): Promise<string | undefined> {
    const [row] = await query<{ name: string }>(
      tx,
      sql`SELECT name FROM company_primaries WHERE company_id = ${id}`,
    )
    return row?.name
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
