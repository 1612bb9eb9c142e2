import type { CompanyId, QueueId, QueueOptionId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { deleteRows, findRow, insertRow, saveRow } from '@balcao/platform'

import type { NewQueueOption, QueueOption, QueueOptionStore } from '../../features/queues/queue-option.store'
import { queueOptions } from './queue-option-table'
import { repositoryOf } from './tables'

export class PgQueueOptionStore implements QueueOptionStore {
  list(tx: Tx, companyId: CompanyId, queueId: QueueId): Promise<QueueOption[]> {
    return repositoryOf(tx, queueOptions).find({ where: { companyId, queueId }, order: { id: 'ASC' } })
  }

  find(tx: Tx, companyId: CompanyId, id: QueueOptionId): Promise<QueueOption | undefined> {
    return findRow(repositoryOf(tx, queueOptions), { companyId, id })
  }

  insert(tx: Tx, option: NewQueueOption): Promise<QueueOption> {
    return insertRow(repositoryOf(tx, queueOptions), option)
  }

  async save(tx: Tx, option: QueueOption): Promise<void> {
    const { companyId, id } = option
    await saveRow(repositoryOf(tx, queueOptions), { companyId, id }, option)
  }

  async delete(tx: Tx, companyId: CompanyId, id: QueueOptionId): Promise<void> {
    await deleteRows(repositoryOf(tx, queueOptions), { companyId, id })
  }
}
