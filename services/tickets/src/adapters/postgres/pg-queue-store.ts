import type { CompanyId, QueueId } from '@balcao/contracts'
import type { QueueSnapshot } from '@balcao/contracts/wire'
import type { Tx } from '@balcao/kernel'
import { deleteRows, executeUnawaited, findRow, insertRow, sql, saveRow } from '@balcao/platform'

import type { QueueFields, QueueStore } from '../../features/queues/queue.store'
import { queues } from './queue-table'
import { repositoryOf } from './tables'

/** Namespace of the advisory lock that serialises a company's queue writers. */
const QUEUES_LOCK = 7_201

export class PgQueueStore implements QueueStore {
  lockCompany(tx: Tx, companyId: CompanyId): void {
    executeUnawaited(tx, sql`SELECT pg_advisory_xact_lock(${QUEUES_LOCK}, ${companyId})`)
  }

  list(tx: Tx, companyId: CompanyId): Promise<QueueSnapshot[]> {
    return repositoryOf(tx, queues).find({ where: { companyId }, order: { orderQueue: 'ASC', id: 'ASC' } })
  }

  find(tx: Tx, companyId: CompanyId, id: QueueId): Promise<QueueSnapshot | undefined> {
    return findRow(repositoryOf(tx, queues), { companyId, id })
  }

  insert(tx: Tx, companyId: CompanyId, fields: QueueFields): Promise<QueueSnapshot> {
    return insertRow(repositoryOf(tx, queues), { ...fields, companyId })
  }

  async save(tx: Tx, queue: QueueSnapshot): Promise<void> {
    const { companyId, id } = queue
    await saveRow(repositoryOf(tx, queues), { companyId, id }, queue)
  }

  async delete(tx: Tx, companyId: CompanyId, id: QueueId): Promise<void> {
    await deleteRows(repositoryOf(tx, queues), { companyId, id })
  }
}
