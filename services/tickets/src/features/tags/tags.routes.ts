import * as http from '@balcao/contracts'
import { tagView, ticketView, type SignMedia } from '@balcao/contracts/wire'
import type { HttpEdge } from '@balcao/platform'

import { createTag, listAllTags, listTags, syncTags, type TagDeps } from './tags'

/** Mounts `/tags`. */
export function tagRoutes(edge: HttpEdge, deps: TagDeps, sign: SignMedia): void {
  edge.route(http.listTags, async ({ session, query }) => {
    const { tags, count, hasMore } = await listTags(deps, session, query)
    return { tags: tags.map((tag) => ({ ...tagView(tag), ticketsCount: tag.tickets })), count, hasMore }
  })
  edge.route(http.listAllTags, async ({ session, query }) =>
    (await listAllTags(deps, session, query.searchParam)).map(tagView),
  )
  edge.route(http.createTag, async ({ session, body }) => tagView(await createTag(deps, session, body)))
  edge.route(http.syncTags, async ({ session, body }) =>
    ticketView(await syncTags(deps, session, body), sign),
  )
}
