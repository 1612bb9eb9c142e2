import {
  madeRow,
  type ImportedKind,
  type ImportRow,
  type ImportScope,
  type SystemImports,
} from '@balcao/tickets/service'

/** What became of each record, in memory and, unless it is a dry run, in the company's tables. */
export class ImportLog {
  private readonly byKind = new Map<ImportedKind, Map<string, ImportRow>>()
  private lastDryId = 0

  private constructor(
    private readonly imports: SystemImports,
    /** Undefined in a dry run. */
    readonly scope: ImportScope | undefined,
  ) {}

  static dry(imports: SystemImports): ImportLog {
    return new ImportLog(imports, undefined)
  }

  static async open(imports: SystemImports, scope: ImportScope): Promise<ImportLog> {
    const log = new ImportLog(imports, scope)
    log.remember(await imports.listRows(scope))
    return log
  }

  /** Rows that are written already. */
  remember(rows: readonly ImportRow[]): void {
    for (const row of rows) {
      const known = this.byKind.get(row.kind) ?? new Map<string, ImportRow>()
      this.byKind.set(row.kind, known.set(row.sourceId, row))
    }
  }

  async add(...rows: readonly ImportRow[]): Promise<void> {
    if (this.scope) await this.imports.addRows(this.scope, rows)
    this.remember(rows)
  }

  /** Of a dry run: the row of a record that would be made, whose id is below zero. */
  dryRow(kind: ImportedKind, sourceId: string): ImportRow {
    this.lastDryId -= 1
    return madeRow(kind, sourceId, this.lastDryId)
  }

  async settle(row: ImportRow): Promise<void> {
    if (this.scope) await this.imports.settleRow(this.scope, row)
    this.remember([row])
  }

  find(kind: ImportedKind, sourceId: string): ImportRow | undefined {
    return this.byKind.get(kind)?.get(sourceId)
  }

  /** Our id of a record that was brought or is here; undefined otherwise. */
  idOf(kind: ImportedKind, sourceId: string | undefined): number | undefined {
    return sourceId === undefined ? undefined : this.find(kind, sourceId)?.ourId
  }

  /** Those that have no row yet. */
  fresh<R extends { id: string }>(kind: ImportedKind, records: readonly R[]): R[] {
    return records.filter(({ id }) => this.find(kind, id) === undefined)
  }

  rows(kind: ImportedKind): ImportRow[] {
    return [...(this.byKind.get(kind)?.values() ?? [])]
  }
}
