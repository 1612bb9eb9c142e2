import type { CompanyId, QueueId, QueueOptionId } from '@balcao/contracts'
import type { QueueOptionSnapshot } from '@balcao/contracts/wire'
import type { Tx } from '@balcao/kernel'

export type QueueOption = QueueOptionSnapshot
export type NewQueueOption = Omit<QueueOption, 'id'>

/** Option trees of queues. Rows of another company are not found. Writers hold `QueueStore.lockCompany`. */
export interface QueueOptionStore {
  /** The whole tree of a queue, by id. */
  list(tx: Tx, companyId: CompanyId, queueId: QueueId): Promise<QueueOption[]>
  find(tx: Tx, companyId: CompanyId, id: QueueOptionId): Promise<QueueOption | undefined>
  insert(tx: Tx, option: NewQueueOption): Promise<QueueOption>
  save(tx: Tx, option: QueueOption): Promise<void>
  /** All below it goes too. */
  delete(tx: Tx, companyId: CompanyId, id: QueueOptionId): Promise<void>
}
