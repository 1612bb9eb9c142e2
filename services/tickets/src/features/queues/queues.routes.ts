import * as http from '@balcao/contracts'
import { queueId } from '@balcao/contracts'
import { queueView } from '@balcao/contracts/wire'
import { AppError } from '@balcao/kernel'
import type { HttpEdge } from '@balcao/platform'

import { createQueue, deleteQueue, updateQueue, type QueueDeps } from './edit-queue'

/** Mounts `/queue`. The company is the session's; a `companyId` in the query changes nothing. */
export function queueRoutes(edge: HttpEdge, deps: QueueDeps): void {
  edge.route(http.listQueues, async ({ session }) => {
    const queues = await deps.db.withTenant(session.companyId, (tx) =>
      deps.queues.list(tx, session.companyId),
    )
    return queues.map(queueView)
  })
  edge.route(http.getQueue, async ({ session, params }) => {
    const queue = await deps.db.withTenant(session.companyId, (tx) =>
      deps.queues.find(tx, session.companyId, queueId(params.queueId)),
    )
    if (!queue) throw new AppError('ERR_QUEUE_NOT_FOUND')
    return queueView(queue)
  })
  edge.route(http.createQueue, async ({ session, body }) => queueView(await createQueue(deps, session, body)))
  edge.route(http.updateQueue, async ({ session, params, body }) =>
    queueView(await updateQueue(deps, session, queueId(params.queueId), body)),
  )
  edge.route(http.deleteQueue, ({ session, params }) => deleteQueue(deps, session, queueId(params.queueId)))
}
