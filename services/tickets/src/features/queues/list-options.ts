import {
  queueId as toQueueId,
  ROOT_PARENT_ID,
  type listQueueOptions as listEndpoint,
  type QueryOf,
} from '@balcao/contracts'
import { AppError, type Session } from '@balcao/kernel'

import { listTree } from './option-tree'
import type { QueueDeps } from './queue-deps'
import type { QueueOption } from './queue-option.store'

/**
 * Options of a queue, parents before children, siblings by number; narrowed to one parent's children or to one option.
 * @throws {AppError} ERR_QUEUE_NOT_FOUND
 */
export async function listOptions(
  deps: QueueDeps,
  { companyId }: Session,
  { queueId, parentId, queueOptionId }: QueryOf<typeof listEndpoint>,
): Promise<QueueOption[]> {
  const id = toQueueId(queueId)
  const options = await deps.db.withTenant(companyId, async (tx) => {
    if (!(await deps.queues.find(tx, companyId, id))) throw new AppError('ERR_QUEUE_NOT_FOUND')
    return deps.queueOptions.list(tx, companyId, id)
  })
  return listTree(options).filter(
    (option) =>
      (parentId === undefined || (option.parentId ?? ROOT_PARENT_ID) === parentId) &&
      (queueOptionId === undefined || option.id === queueOptionId),
  )
}
