import type { CompanyId, ContactImportView, ImportFaultView, UserId } from '@balcao/contracts'

import type { Tx } from '../ports/database.port'
import type { Activity } from '../service'
import type { ImportedPerson } from './import-row'
import type { NumberedRow } from './read-people'

export type ImportStatus = ContactImportView['status']

/** An import of a spreadsheet. */
export interface SheetImport {
  id: number
  companyId: CompanyId
  userId: UserId
  /** What the rows go to: the id of a contact list; 0 for the contacts themselves. */
  targetId: number
  fileName: string
  status: ImportStatus
  /** Rows that were read; each ends as created, existing or failed. */
  total: number
  created: number
  existing: number
  failed: number
  createdAt: Date
}

export type ImportStart = Pick<SheetImport, 'companyId' | 'userId' | 'targetId' | 'fileName' | 'createdAt'>

export interface WaitingRow extends ImportedPerson {
  row: number
}

/** Imports of spreadsheets, and their rows until they are processed. */
export interface SheetImportStore {
  /** Has work when an import is saved that runs. */
  readonly running: Activity
  /** With status `reading`: no row of it is processed yet. */
  insert(tx: Tx, start: ImportStart): Promise<SheetImport>
  addRows(tx: Tx, companyId: CompanyId, id: number, rows: readonly NumberedRow[]): Promise<void>
  save(tx: Tx, changed: SheetImport): Promise<void>
  delete(tx: Tx, companyId: CompanyId, id: number): Promise<void>
  byId(tx: Tx, companyId: CompanyId, id: number): Promise<SheetImport | undefined>
  lockById(tx: Tx, companyId: CompanyId, id: number): Promise<SheetImport | undefined>
  /** Newest first. */
  list(tx: Tx, companyId: CompanyId, most: number): Promise<SheetImport[]>
  faults(tx: Tx, companyId: CompanyId, id: number, most: number): Promise<ImportFaultView[]>
  /** Takes the next rows out: they wait no longer. Call it under the import's lock. */
  takeRows(tx: Tx, companyId: CompanyId, id: number, most: number): Promise<WaitingRow[]>
  /** Running imports of all companies, oldest first. */
  listRunning(tx: Tx): Promise<{ companyId: CompanyId; id: number }[]>
  /** Deletes imports from before `finishedBefore`, and those that were still read before `readingBefore`: their process is gone. */
  sweep(tx: Tx, times: { finishedBefore: Date; readingBefore: Date }): Promise<void>
}
