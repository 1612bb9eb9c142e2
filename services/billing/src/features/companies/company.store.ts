import type { CompanyId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

import type { Company } from './company'

export type { Company }

export interface CompanyStore {
  find(tx: Tx, companyId: CompanyId): Promise<Company | undefined>
  /** Inserts or replaces, unless the stored revision is newer. */
  save(tx: Tx, company: Company, now: Date): Promise<void>
}
