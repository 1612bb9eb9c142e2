import type { CompanyId, QueueId } from '@balcao/contracts'
import type { QueueSnapshot } from '@balcao/contracts/wire'
import { AppError, type Tx } from '@balcao/kernel'
import { execute, sql } from '@balcao/platform'

import type { QueueFields, QueueStore } from '../../features/queues/queue.store'
import { queues } from './queue-table'

/** Namespace of the advisory lock that serialises a company's queue writers. */
const QUEUES_LOCK = 7_201

export class PgQueueStore implements QueueStore {
  async lockCompany(tx: Tx, companyId: CompanyId): Promise<void> {
    await execute(tx, sql`SELECT pg_advisory_xact_lock(${QUEUES_LOCK}, ${companyId})`)
  }

  list(tx: Tx, companyId: CompanyId): Promise<QueueSnapshot[]> {
    return queues.find(tx, sql`WHERE company_id = ${companyId} ORDER BY order_queue, id`)
  }

  find(tx: Tx, companyId: CompanyId, id: QueueId): Promise<QueueSnapshot | undefined> {
    return queues.findFirst(tx, sql`WHERE company_id = ${companyId} AND id = ${id}`)
  }

  async insert(tx: Tx, companyId: CompanyId, fields: QueueFields): Promise<QueueSnapshot> {
    const inserted = await queues.insert(tx, { ...fields, companyId })
    if (!inserted) throw new AppError('ERR_INTERNAL', { detail: 'a queue was not inserted' })
    return inserted
  }

  async save(tx: Tx, queue: QueueSnapshot): Promise<void> {
    await queues.update(tx, queue, sql`WHERE company_id = ${queue.companyId} AND id = ${queue.id}`)
  }

  async delete(tx: Tx, companyId: CompanyId, id: QueueId): Promise<void> {
    await execute(tx, sql`DELETE FROM queues WHERE company_id = ${companyId} AND id = ${id}`)
  }
}
