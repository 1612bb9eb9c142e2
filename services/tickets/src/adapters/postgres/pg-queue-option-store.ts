import type { CompanyId, QueueId, QueueOptionId } from '@balcao/contracts'
import { AppError, type Tx } from '@balcao/kernel'
import { execute, sql } from '@balcao/platform'

import type { NewQueueOption, QueueOption, QueueOptionStore } from '../../features/queues/queue-option.store'
import { queueOptions } from './queue-option-table'

export class PgQueueOptionStore implements QueueOptionStore {
  list(tx: Tx, companyId: CompanyId, queueId: QueueId): Promise<QueueOption[]> {
    return queueOptions.find(tx, sql`WHERE company_id = ${companyId} AND queue_id = ${queueId} ORDER BY id`)
  }

  find(tx: Tx, companyId: CompanyId, id: QueueOptionId): Promise<QueueOption | undefined> {
    return queueOptions.findFirst(tx, sql`WHERE company_id = ${companyId} AND id = ${id}`)
  }

  async insert(tx: Tx, option: NewQueueOption): Promise<QueueOption> {
    const inserted = await queueOptions.insert(tx, option)
    if (!inserted) throw new AppError('ERR_INTERNAL', { detail: 'an option was not inserted' })
    return inserted
  }

  async save(tx: Tx, option: QueueOption): Promise<void> {
    await queueOptions.update(tx, option, sql`WHERE company_id = ${option.companyId} AND id = ${option.id}`)
  }

  async delete(tx: Tx, companyId: CompanyId, id: QueueOptionId): Promise<void> {
    await execute(tx, sql`DELETE FROM queue_options WHERE company_id = ${companyId} AND id = ${id}`)
  }
}
