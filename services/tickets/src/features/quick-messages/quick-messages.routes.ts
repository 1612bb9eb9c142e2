import * as http from '@balcao/contracts'
import { quickMessageId, type BodyOf } from '@balcao/contracts'
import { quickMessageView, type SignMedia } from '@balcao/contracts/wire'
import type { HttpEdge } from '@balcao/platform'

import { createQuickMessage, deleteQuickMessage, updateQuickMessage } from './edit-quick-message'
import { listAllQuickMessages, listQuickMessages, readQuickMessage } from './list-quick-messages'
import type { QuickMessage, QuickMessagePatch } from './quick-message'
import type { QuickMessageDeps } from './quick-message-deps'
import { toQuickMessageSnapshot } from './quick-message-events'
import { attachFile, removeFile } from './quick-message-file'

const toPatch = (body: BodyOf<typeof http.updateQuickMessage>): QuickMessagePatch => ({
  ...(body.shortcode !== undefined && { shortcode: body.shortcode }),
  ...(body.message !== undefined && { message: body.message }),
  ...(body.geral !== undefined && { isCompanyWide: body.geral }),
  ...(body.status !== undefined && { isActive: body.status }),
})

/** Mounts `/quick-messages`. Company and user are the session's. */
export function quickMessageRoutes(edge: HttpEdge, deps: QuickMessageDeps, sign: SignMedia): void {
  const view = (quickMessage: QuickMessage) => quickMessageView(toQuickMessageSnapshot(quickMessage), sign)

  edge.route(http.listQuickMessages, async ({ session, query }) => {
    const { items, ...page } = await listQuickMessages(deps, session, query)
    return { records: items.map(view), ...page }
  })
  edge.route(http.listAllQuickMessages, async ({ session }) =>
    (await listAllQuickMessages(deps, session)).map(view),
  )
  edge.route(http.getQuickMessage, async ({ session, params }) =>
    view(await readQuickMessage(deps, session, quickMessageId(params.quickMessageId))),
  )
  edge.route(http.createQuickMessage, async ({ session, body: { shortcode, message, geral, status } }) =>
    view(
      await createQuickMessage(deps, session, { shortcode, message, isCompanyWide: geral, isActive: status }),
    ),
  )
  edge.route(http.updateQuickMessage, async ({ session, params, body }) =>
    view(
      await updateQuickMessage(deps, session, quickMessageId(params.quickMessageId), {
        patch: toPatch(body),
      }),
    ),
  )
  edge.route(http.deleteQuickMessage, async ({ session, params }) => {
    await deleteQuickMessage(deps, session, quickMessageId(params.quickMessageId))
    return { message: 'Quick message deleted' }
  })
  edge.route(http.uploadQuickMessageMedia, async ({ session, params, files }) =>
    view(await attachFile(deps, session, quickMessageId(params.quickMessageId), files[0])),
  )
  edge.route(http.deleteQuickMessageMedia, async ({ session, params }) =>
    view(await removeFile(deps, session, quickMessageId(params.quickMessageId))),
  )
}
