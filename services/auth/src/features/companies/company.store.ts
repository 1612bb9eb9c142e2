import type { CompanyId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

import type { Company, NewCompany } from './company'

export type { Company, NewCompany }
export { companyNameKey } from './company'

export interface CompanyStore {
  /** The new company, or undefined when another has the same name (case and spacing apart). Platform scope. */
  insert(tx: Tx, company: NewCompany): Promise<Company | undefined>
  /** The new company, also when others have its name; `findByName` and `insert` go on meeting the first of that name. Platform scope. */
  insertNamesake(tx: Tx, company: NewCompany): Promise<Company>
  find(tx: Tx, companyId: CompanyId): Promise<Company | undefined>
  /** By name, over all companies. Platform scope. */
  findByName(tx: Tx, name: string): Promise<Company | undefined>
  /** The same, locked until the end of the transaction: whoever counts the company's users holds it. */
  lock(tx: Tx, companyId: CompanyId): Promise<Company | undefined>
  /** The company as it is now: nobody of it may come in any more. Undefined when there is none. */
  deactivate(tx: Tx, companyId: CompanyId, now: Date): Promise<Company | undefined>
  /** Whether there is any company at all. Platform scope. */
  isEmpty(tx: Tx): Promise<boolean>
}
