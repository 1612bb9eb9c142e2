import type { CompanyId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

export const importedKinds = [
  'queue',
  'queueOption',
  'user',
  'connection',
  'tag',
  'quickMessage',
  'contact',
  'contactTag',
  'ticket',
  'note',
  'rating',
  'message',
  'schedule',
  'campaign',
  'setting',
  'session',
] as const

export type ImportedKind = (typeof importedKinds)[number]

export interface SystemImport {
  id: number
  /** System, database and company that it reads. */
  source: string
  status: 'running' | 'done' | 'undone'
  startedAt: Date
}

/** What became of a record of the other system. Messages have a row only when they are skipped: the rest are counted with their ticket. */
export interface ImportRow {
  kind: ImportedKind
  sourceId: string
  /** `begun`: another service may have made it; `joined`: it was here already. */
  outcome: 'begun' | 'made' | 'joined' | 'skipped'
  /** Why it was skipped, or differs; '' otherwise. */
  reason: string
  ourId: number | undefined
  /** Of a ticket: its imported messages. */
  messages: number
}

/** Imports of other systems and what became of their records. Rows of another company are not found. */
export interface SystemImportStore {
  /** The import of this source that was not undone, or a new one. */
  begin(tx: Tx, companyId: CompanyId, source: string, now: Date): Promise<SystemImport>
  find(tx: Tx, companyId: CompanyId, id: number): Promise<SystemImport | undefined>
  setStatus(
    tx: Tx,
    companyId: CompanyId,
    id: number,
    change: { status: SystemImport['status']; now: Date },
  ): Promise<void>
  /** In no order, after this one; at most `most`. */
  listRows(
    tx: Tx,
    companyId: CompanyId,
    id: number,
    which: { after: ImportRow | undefined; most: number },
  ): Promise<ImportRow[]>
  /** Fails when one of the records has a row: two processes that import the same do nothing twice. */
  add(tx: Tx, companyId: CompanyId, id: number, rows: readonly ImportRow[]): Promise<void>
  /** Replaces a begun row. */
  settle(tx: Tx, companyId: CompanyId, id: number, row: ImportRow): Promise<void>
  remove(tx: Tx, companyId: CompanyId, id: number, rows: readonly ImportRow[]): Promise<void>
}
