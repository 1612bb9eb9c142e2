import * as http from '@balcao/contracts'
import { queueOptionId } from '@balcao/contracts'
import { queueOptionView, type SignMedia } from '@balcao/contracts/wire'
import type { HttpEdge } from '@balcao/platform'

import { createOption, deleteOption, updateOption } from './edit-options'
import { listOptions } from './list-options'
import type { QueueDeps } from './queue-deps'
import type { QueueOption } from './queue-option.store'
import { attachOptionFile, removeOptionFile } from './queue-media'

/** Mounts `/queue-options`. */
export function queueOptionRoutes(edge: HttpEdge, deps: QueueDeps, sign: SignMedia): void {
  const view = (option: QueueOption) => queueOptionView(option, sign)
  edge.route(http.listQueueOptions, async ({ session, query }) =>
    (await listOptions(deps, session, query)).map(view),
  )
  edge.route(http.createQueueOption, async ({ session, body }) =>
    view(await createOption(deps, session, body)),
  )
  edge.route(http.updateQueueOption, async ({ session, params, body }) =>
    view(await updateOption(deps, session, queueOptionId(params.queueOptionId), body)),
  )
  edge.route(http.deleteQueueOption, async ({ session, params }) => {
    await deleteOption(deps, session, queueOptionId(params.queueOptionId))
    return { message: 'Option deleted' }
  })
  edge.route(http.uploadQueueOptionMedia, async ({ session, params, files }) =>
    view(await attachOptionFile(deps, session, queueOptionId(params.queueOptionId), files[0])),
  )
  edge.route(http.deleteQueueOptionMedia, async ({ session, params }) =>
    view(await removeOptionFile(deps, session, queueOptionId(params.queueOptionId))),
  )
}
