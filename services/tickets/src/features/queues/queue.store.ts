import type { CompanyId, QueueId } from '@balcao/contracts'
import type { QueueSnapshot } from '@balcao/contracts/wire'
import type { Tx } from '@balcao/kernel'

export { colorKey, nameKey } from './queue'

export type QueueFields = Omit<QueueSnapshot, 'id' | 'companyId'>

/** Queues of a company. Rows of another company are not found. */
export interface QueueStore {
  /** Other writers of this company's queues wait until the transaction ends. */
  lockCompany(tx: Tx, companyId: CompanyId): void
  /** All, by their order, then id. */
  list(tx: Tx, companyId: CompanyId): Promise<QueueSnapshot[]>
  find(tx: Tx, companyId: CompanyId, id: QueueId): Promise<QueueSnapshot | undefined>
  insert(tx: Tx, companyId: CompanyId, fields: QueueFields): Promise<QueueSnapshot>
  save(tx: Tx, queue: QueueSnapshot): Promise<void>
  /** Closed tickets lose it too. */
  delete(tx: Tx, companyId: CompanyId, id: QueueId): Promise<void>
}
