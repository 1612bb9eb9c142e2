import type { CompanyId, UserId } from '@balcao/contracts'
import type { Page, Tx } from '@balcao/kernel'

/** Somebody read all contacts of the company. */
export interface ContactExport {
  id: number
  companyId: CompanyId
  userId: UserId
  /** At that time. */
  userName: string
  exportedAt: Date
  /** How many were written, also when the reader went away; null while it goes on, and when that was never known. */
  contacts: number | null
}

/** The log of exports. Kept for as long as the company. */
export interface ContactExportStore {
  insert(tx: Tx, made: Omit<ContactExport, 'id' | 'contacts'>): Promise<ContactExport>
  setContacts(tx: Tx, made: ContactExport, contacts: number): Promise<void>
  /** Newest first, those with a lower id than `before`. */
  page(
    tx: Tx,
    companyId: CompanyId,
    asked: { before: number | undefined; size: number },
  ): Promise<Page<ContactExport>>
}
