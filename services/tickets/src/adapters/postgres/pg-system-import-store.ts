import type { CompanyId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, query, sql } from '@balcao/platform'

import type {
  ImportRow,
  SystemImport,
  SystemImportStore,
} from '../../features/system-imports/system-import.store'

const importColumns = sql`id, source, status, started_at AS "startedAt"`

type ImportFields = SystemImport & Record<string, unknown>

export class PgSystemImportStore implements SystemImportStore {
  async begin(tx: Tx, companyId: CompanyId, source: string, now: Date): Promise<SystemImport> {
    await execute(
      tx,
      sql`INSERT INTO system_imports (company_id, source, status, started_at)
        VALUES (${companyId}, ${source}, 'running', ${now})
        ON CONFLICT (company_id, source) WHERE status <> 'undone' DO NOTHING`,
    )
    const [row] = await query<ImportFields>(
      tx,
      sql`SELECT ${importColumns} FROM system_imports
        WHERE company_id = ${companyId} AND source = ${source} AND status <> 'undone'`,
    )
    if (!row) throw new Error('The import that was begun is not there')
    return row
  }

  async find(tx: Tx, companyId: CompanyId, id: number): Promise<SystemImport | undefined> {
    const [row] = await query<ImportFields>(
      tx,
      sql`SELECT ${importColumns} FROM system_imports WHERE company_id = ${companyId} AND id = ${id}`,
    )
    return row
  }

  async setStatus(
    tx: Tx,
    companyId: CompanyId,
    id: number,
    { status, now }: { status: SystemImport['status']; now: Date },
  ): Promise<void> {
    await execute(
      tx,
      sql`UPDATE system_imports SET status = ${status}, finished_at = ${now} WHERE company_id = ${companyId} AND id = ${id}`,
    )
  }

  async listRows(
    tx: Tx,
    companyId: CompanyId,
    id: number,
    { after, most }: { after: ImportRow | undefined; most: number },
  ): Promise<ImportRow[]> {
    const rows = await query<ImportRow & Record<string, unknown>>(
      tx,
      sql`SELECT kind, source_id AS "sourceId", outcome, reason, our_id AS "ourId", messages FROM system_import_rows
        WHERE company_id = ${companyId} AND import_id = ${id}
          AND (kind, source_id) > (${after?.kind ?? ''}, ${after?.sourceId ?? ''})
        ORDER BY kind, source_id LIMIT ${most}`,
    )
    return rows.map((row) => ({ ...row, ourId: row.ourId ?? undefined }))
  }

  async add(tx: Tx, companyId: CompanyId, id: number, rows: readonly ImportRow[]): Promise<void> {
    if (rows.length === 0) return
    await execute(
      tx,
      sql`INSERT INTO system_import_rows (company_id, import_id, kind, source_id, outcome, reason, our_id, messages)
        SELECT ${companyId}::int, ${id}::int, r.* FROM unnest(${rows.map(({ kind }) => kind)}::text[],
          ${rows.map(({ sourceId }) => sourceId)}::text[], ${rows.map(({ outcome }) => outcome)}::text[],
          ${rows.map(({ reason }) => reason)}::text[], ${rows.map(({ ourId }) => ourId ?? null)}::bigint[],
          ${rows.map(({ messages }) => messages)}::int[]) AS r`,
    )
  }

  async settle(tx: Tx, companyId: CompanyId, id: number, row: ImportRow): Promise<void> {
    await execute(
      tx,
      sql`UPDATE system_import_rows SET outcome = ${row.outcome}, reason = ${row.reason}, our_id = ${row.ourId ?? null}
        WHERE company_id = ${companyId} AND import_id = ${id} AND kind = ${row.kind} AND source_id = ${row.sourceId}`,
    )
  }

  async remove(tx: Tx, companyId: CompanyId, id: number, rows: readonly ImportRow[]): Promise<void> {
    await execute(
      tx,
      sql`DELETE FROM system_import_rows r USING unnest(${rows.map(({ kind }) => kind)}::text[],
          ${rows.map(({ sourceId }) => sourceId)}::text[]) AS d (kind, source_id)
        WHERE r.company_id = ${companyId} AND r.import_id = ${id} AND r.kind = d.kind AND r.source_id = d.source_id`,
    )
  }
}
