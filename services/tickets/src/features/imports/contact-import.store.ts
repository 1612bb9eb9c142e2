import type { CompanyId, ContactImportView, ImportFaultView, UserId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

import type { ImportFault, ImportRow, ImportedPerson } from './import-row'

export type ImportStatus = ContactImportView['status']

export interface ContactImport {
  id: number
  companyId: CompanyId
  userId: UserId
  fileName: string
  status: ImportStatus
  /** Rows that were read; each ends as created, existing or failed. */
  total: number
  created: number
  existing: number
  failed: number
  createdAt: Date
}

/** A row with its number in the sheet. */
export interface NumberedRow extends ImportRow {
  row: number
}

export interface WaitingRow extends ImportedPerson {
  row: number
}

/** Imports of spreadsheets, and their rows until a contact was made of them. */
export interface ContactImportStore {
  /** With status `reading`: no row of it is processed yet. */
  insert(
    tx: Tx,
    start: Omit<ContactImport, 'id' | 'status' | 'total' | 'created' | 'existing' | 'failed'>,
  ): Promise<ContactImport>
  addRows(tx: Tx, companyId: CompanyId, id: number, rows: readonly NumberedRow[]): Promise<void>
  save(tx: Tx, changed: ContactImport): Promise<void>
  delete(tx: Tx, companyId: CompanyId, id: number): Promise<void>
  byId(tx: Tx, companyId: CompanyId, id: number): Promise<ContactImport | undefined>
  lockById(tx: Tx, companyId: CompanyId, id: number): Promise<ContactImport | undefined>
  /** Newest first. */
  list(tx: Tx, companyId: CompanyId, most: number): Promise<ContactImport[]>
  faults(tx: Tx, companyId: CompanyId, id: number, most: number): Promise<ImportFaultView[]>
  /** Takes the next rows out: they wait no longer. Call it under the import's lock. */
  takeRows(tx: Tx, companyId: CompanyId, id: number, most: number): Promise<WaitingRow[]>
  /** Running imports of all companies, oldest first. */
  listRunning(tx: Tx): Promise<{ companyId: CompanyId; id: number }[]>
  /** Deletes imports from before `finishedBefore`, and those that were still read before `readingBefore`: their process is gone. */
  sweep(tx: Tx, times: { finishedBefore: Date; readingBefore: Date }): Promise<void>
}

export type { ImportFault }
