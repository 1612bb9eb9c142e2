import type { CompanyId, QueueId } from '@balcao/contracts'
import type { QueueSnapshot } from '@balcao/contracts/wire'
import type { Tx } from '@balcao/kernel'
import { execute, entityManagerOf } from '@balcao/platform'

import { colorKey, nameKey, type QueueFields, type QueueStore } from '../../features/queues/queue.store'
import { queueRecord, type QueueRecord } from './records'

const snapshotOf = ({
  id,
  companyId,
  name,
  color,
  greetingMessage,
  outOfHoursMessage,
  orderQueue,
  schedules,
  promptId,
  integrationId,
}: QueueRecord): QueueSnapshot => ({
  id,
  companyId,
  name,
  color,
  greetingMessage,
  outOfHoursMessage,
  orderQueue,
  schedules,
  promptId: promptId ?? undefined,
  integrationId: integrationId ?? undefined,
})

const columnsOf = ({ promptId, integrationId, ...fields }: QueueFields) => ({
  ...fields,
  promptId: promptId ?? null,
  integrationId: integrationId ?? null,
  nameKey: nameKey(fields.name),
  colorKey: colorKey(fields.color),
})

/** Namespace of the advisory lock that serialises a company's queue writers. */
const QUEUES_LOCK = 7_201

export class PgQueueStore implements QueueStore {
  async lockAll(tx: Tx, companyId: CompanyId): Promise<void> {
    await execute(tx, 'SELECT pg_advisory_xact_lock($1, $2)', [QUEUES_LOCK, companyId])
  }

  async all(tx: Tx, companyId: CompanyId): Promise<QueueSnapshot[]> {
    const rows = await entityManagerOf(tx).find(queueRecord, {
      where: { companyId },
      order: { orderQueue: 'ASC', id: 'ASC' },
    })
    return rows.map(snapshotOf)
  }

  async byId(tx: Tx, companyId: CompanyId, id: QueueId): Promise<QueueSnapshot | undefined> {
    const row = await entityManagerOf(tx).findOneBy(queueRecord, { companyId, id })
    return row ? snapshotOf(row) : undefined
  }

  async insert(tx: Tx, companyId: CompanyId, fields: QueueFields): Promise<QueueSnapshot> {
    const row = await entityManagerOf(tx).save(queueRecord, { companyId, ...columnsOf(fields) })
    return snapshotOf(row)
  }

  async save(tx: Tx, { id, companyId, ...fields }: QueueSnapshot): Promise<void> {
    await entityManagerOf(tx).update(queueRecord, { id, companyId }, columnsOf(fields))
  }

  async delete(tx: Tx, companyId: CompanyId, id: QueueId): Promise<void> {
    await entityManagerOf(tx).delete(queueRecord, { id, companyId })
  }
}
