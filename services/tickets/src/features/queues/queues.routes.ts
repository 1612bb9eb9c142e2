import * as http from '@balcao/contracts'
import { queueId } from '@balcao/contracts'
import { queueView, type QueueSnapshot, type SignMedia } from '@balcao/contracts/wire'
import { AppError } from '@balcao/kernel'
import type { HttpEdge } from '@balcao/platform'

import { createQueue, deleteQueue, updateQueue } from './edit-queue'
import type { QueueDeps } from './queue-deps'
import { attachQueueFile, removeQueueFile } from './queue-media'

/** Mounts `/queue`. The company is the session's; a `companyId` in the query changes nothing. */
export function queueRoutes(edge: HttpEdge, deps: QueueDeps, sign: SignMedia): void {
  const view = (queue: QueueSnapshot) => queueView(queue, sign)
  edge.route(http.listQueues, async ({ session }) => {
    const queues = await deps.db.withTenant(session.companyId, (tx) =>
      deps.queues.list(tx, session.companyId),
    )
    return queues.map(view)
  })
  edge.route(http.getQueue, async ({ session, params }) => {
    const queue = await deps.db.withTenant(session.companyId, (tx) =>
      deps.queues.find(tx, session.companyId, queueId(params.queueId)),
    )
    if (!queue) throw new AppError('ERR_QUEUE_NOT_FOUND')
    return view(queue)
  })
  edge.route(http.createQueue, async ({ session, body }) => view(await createQueue(deps, session, body)))
  edge.route(http.updateQueue, async ({ session, params, body }) =>
    view(await updateQueue(deps, session, queueId(params.queueId), body)),
  )
  edge.route(http.deleteQueue, ({ session, params }) => deleteQueue(deps, session, queueId(params.queueId)))
  edge.route(http.uploadQueueMedia, async ({ session, params, files }) =>
    view(await attachQueueFile(deps, session, queueId(params.queueId), files[0])),
  )
  edge.route(http.deleteQueueMedia, async ({ session, params }) =>
    view(await removeQueueFile(deps, session, queueId(params.queueId))),
  )
}
