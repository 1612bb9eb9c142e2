import { companyId as companyIdOf, userId, type CompanyId, type ImportFaultView } from '@balcao/contracts'
import {
  AppError,
  type ImportStart,
  type ImportStatus,
  type NumberedRow,
  type SheetImport,
  type SheetImportStore,
  type Tx,
  type WaitingRow,
} from '@balcao/kernel'

import { createActivity } from '../host/service-activity'
import { column, execute, fixed, generated, query, sql, tableOf } from '../postgres'

const toStatus = (text: string): ImportStatus => text as ImportStatus

export const sheetImports = tableOf<SheetImport>()('contact_imports', {
  id: generated(column.int('id', Number)),
  companyId: fixed(column.int('company_id', companyIdOf)),
  userId: fixed(column.int('user_id', userId)),
  targetId: fixed(column.int('target_id', Number)),
  fileName: fixed(column.text('file_name')),
  status: column.text('status', toStatus),
  total: column.int('total', Number),
  created: column.int('created', Number),
  existing: column.int('existing', Number),
  failed: column.int('failed', Number),
  createdAt: fixed(column.time('created_at')),
})

/** The tables `contact_imports` and `contact_import_rows` of the service's schema. */
export class PgSheetImportStore implements SheetImportStore {
  readonly running = createActivity()

  async insert(tx: Tx, start: ImportStart): Promise<SheetImport> {
    const counts = { total: 0, created: 0, existing: 0, failed: 0 }
    const inserted = await sheetImports.insert(tx, { ...start, ...counts, status: 'reading' })
    if (!inserted) throw new AppError('ERR_INTERNAL', { detail: 'an import was not inserted' })
    return inserted
  }

  async addRows(tx: Tx, companyId: CompanyId, id: number, rows: readonly NumberedRow[]): Promise<void> {
    await execute(
      tx,
      sql`INSERT INTO contact_import_rows (company_id, import_id, row, name, number, email, fault)
        SELECT ${companyId}::int, ${id}::int, * FROM unnest(${rows.map(({ row }) => row)}::int[], ${rows.map(({ name }) => name)}::text[],
          ${rows.map(({ number }) => number)}::text[], ${rows.map(({ email }) => email)}::text[], ${rows.map(({ fault }) => fault ?? '')}::text[])`,
    )
  }

  async save(tx: Tx, changed: SheetImport): Promise<void> {
    const { companyId, id, status } = changed
    if (status === 'running') this.running.note()
    await sheetImports.update(tx, changed, sql`WHERE company_id = ${companyId} AND id = ${id}`)
  }

  async delete(tx: Tx, companyId: CompanyId, id: number): Promise<void> {
    await execute(tx, sql`DELETE FROM contact_imports WHERE company_id = ${companyId} AND id = ${id}`)
  }

  byId(tx: Tx, companyId: CompanyId, id: number): Promise<SheetImport | undefined> {
    return sheetImports.findFirst(tx, sql`WHERE company_id = ${companyId} AND id = ${id}`)
  }

  lockById(tx: Tx, companyId: CompanyId, id: number): Promise<SheetImport | undefined> {
    return sheetImports.findFirst(tx, sql`WHERE company_id = ${companyId} AND id = ${id} FOR UPDATE`)
  }

  list(tx: Tx, companyId: CompanyId, most: number): Promise<SheetImport[]> {
    return sheetImports.find(tx, sql`WHERE company_id = ${companyId} ORDER BY id DESC LIMIT ${most}::int`)
  }

  faults(tx: Tx, companyId: CompanyId, id: number, most: number): Promise<ImportFaultView[]> {
    return query<ImportFaultView & Record<string, unknown>>(
      tx,
      sql`SELECT row, name, number, fault FROM contact_import_rows
        WHERE company_id = ${companyId} AND import_id = ${id} AND fault <> '' ORDER BY row LIMIT ${most}::int`,
    )
  }

  async takeRows(tx: Tx, companyId: CompanyId, id: number, most: number): Promise<WaitingRow[]> {
    const rows = await query<WaitingRow & Record<string, unknown>>(
      tx,
      sql`DELETE FROM contact_import_rows WHERE company_id = ${companyId} AND import_id = ${id} AND row IN (
          SELECT row FROM contact_import_rows WHERE company_id = ${companyId} AND import_id = ${id} AND fault = ''
          ORDER BY row LIMIT ${most}::int)
        RETURNING row, name, number, email`,
    )
    return rows.toSorted((left, right) => left.row - right.row)
  }

  async listRunning(tx: Tx): Promise<{ companyId: CompanyId; id: number }[]> {
    const rows = await query<{ company_id: number; id: number }>(
      tx,
      sql`SELECT company_id, id FROM contact_imports WHERE status = 'running' ORDER BY id`,
    )
    return rows.map((row) => ({ companyId: companyIdOf(row.company_id), id: row.id }))
  }

  async sweep(
    tx: Tx,
    { finishedBefore, readingBefore }: Parameters<SheetImportStore['sweep']>[1],
  ): Promise<void> {
    await execute(
      tx,
      sql`DELETE FROM contact_imports WHERE created_at < ${finishedBefore} OR (status = 'reading' AND created_at < ${readingBefore})`,
    )
  }
}
