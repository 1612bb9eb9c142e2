import * as http from '@balcao/contracts'
import { tagId } from '@balcao/contracts'
import { tagView, ticketView, type SignMedia } from '@balcao/contracts/wire'
import type { HttpEdge } from '@balcao/platform'

import { deleteTag, listKanbanTags, readTag, updateTag } from './edit-tag'
import { createTag, listAllTags, listTags, syncTags, type TagDeps } from './tags'

/** Mounts `/tags`. */
export function tagRoutes(edge: HttpEdge, deps: TagDeps, sign: SignMedia): void {
  edge.route(http.listTags, async ({ session, query }) => {
    const { items, ...page } = await listTags(deps, session, query)
    return { tags: items.map((tag) => ({ ...tagView(tag), ticketsCount: tag.tickets })), ...page }
  })
  edge.route(http.listAllTags, async ({ session, query }) =>
    (await listAllTags(deps, session, query.searchParam)).map(tagView),
  )
  edge.route(http.listKanbanTags, async ({ session }) => ({
    lista: (await listKanbanTags(deps, session)).map(tagView),
  }))
  edge.route(http.getTag, async ({ session, params }) =>
    tagView(await readTag(deps, session, tagId(params.tagId))),
  )
  edge.route(http.updateTag, async ({ session, params, body }) =>
    tagView(await updateTag(deps, session, tagId(params.tagId), body)),
  )
  edge.route(http.deleteTag, async ({ session, params }) => {
    await deleteTag(deps, session, tagId(params.tagId))
    return { message: 'Tag deleted' }
  })
  edge.route(http.createTag, async ({ session, body }) => tagView(await createTag(deps, session, body)))
  edge.route(http.syncTags, async ({ session, body }) =>
    ticketView(await syncTags(deps, session, body), sign),
  )
}
