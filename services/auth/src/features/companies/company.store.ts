import type { CompanyId } from '@balcao/contracts'
import type { Counted, Slice, Tx } from '@balcao/kernel'

import type { Company, CompanyHours, NewCompany } from './company'

export type { Company, CompanyHours, NewCompany }
export { choosePrimary, RECENT_FOR_MS, type PrimaryFill } from './choose-primary'
export { normalizeCompanyName } from './company'

export interface PrimarySize {
  name: string
  schema: string
  bytes: number
}

export interface CompanyStore {
  /** The new company, placed on a primary, or undefined when another has the same name (case and spacing apart). Platform scope. */
  insert(tx: Tx, company: NewCompany): Promise<Company | undefined>
  /** The new company; the name may be in use. `findByName` and `insert` compare with the oldest company of that name. Platform scope. */
  insertNamesake(tx: Tx, company: NewCompany): Promise<Company>
  find(tx: Tx, companyId: CompanyId): Promise<Company | undefined>
  /** The primary that has the company's rows besides auth's and billing's; undefined for the first one. */
  findPrimary(tx: Tx, companyId: CompanyId): Promise<string | undefined>
  /** What a schema takes on a primary from now on, by which later companies are placed. Platform scope. */
  setPrimarySize(tx: Tx, size: PrimarySize): Promise<void>
  /** By name, over all companies. Platform scope. */
  findByName(tx: Tx, name: string): Promise<Company | undefined>
  /** By id, locked until the end of the transaction, so that its users can be counted. */
  lock(tx: Tx, companyId: CompanyId): Promise<Company | undefined>
  /** By name, with the count of all that match name or e-mail. Platform scope. */
  page(tx: Tx, search: string, slice: Slice): Promise<Counted<Company>>
  /** Writes a locked company and returns it. @throws {AppError} ERR_COMPANY_NAME_ALREADY_EXISTS when its name changed to another's */
  save(tx: Tx, company: Company, now: Date): Promise<Company>
  /** With its users, sessions and settings. */
  delete(tx: Tx, companyId: CompanyId): Promise<void>
  /** Sets the business hours of a locked company and returns it. */
  setHours(tx: Tx, companyId: CompanyId, hours: CompanyHours, now: Date): Promise<Company>
  /** Deactivates the company and returns it; undefined when there is none. Its users cannot log in any more. */
  deactivate(tx: Tx, companyId: CompanyId, now: Date): Promise<Company | undefined>
  /** Whether there is any company at all. Platform scope. */
  isEmpty(tx: Tx): Promise<boolean>
}
