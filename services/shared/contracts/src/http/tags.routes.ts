import { type Sent, route } from './route'
import type { listAllTagsQuery, listTagsQuery, syncTagsBody, tagBody, tagPatchBody } from './tags.http'
import type { TicketView } from './tickets.routes'

export interface TagRefView {
  id: number
  name: string
  color: string
}

export interface TagView extends TagRefView {
  kanban: number
  /** The creator; null for tags older than this field. */
  userId: number | null
  ticketsCount?: number
}

export const tagRoutes = {
  listTags: route('get', '/tags').with<{
    query: Sent<typeof listTagsQuery>
    answer: { tags: TagView[]; count: number; hasMore: boolean }
  }>(),
  listAllTags: route('get', '/tags/list').with<{ query: Sent<typeof listAllTagsQuery>; answer: TagView[] }>(),
  listKanbanTags: route('get', '/tags/kanban').with<{ answer: { lista: TagView[] } }>(),
  getTag: route('get', '/tags/:tagId').with<{ answer: TagView }>(),
  updateTag: route('put', '/tags/:tagId').with<{ body: Sent<typeof tagPatchBody>; answer: TagView }>(),
  deleteTag: route('delete', '/tags/:tagId').with<{ answer: { message: string } }>(),
  createTag: route('post', '/tags').with<{ body: Sent<typeof tagBody>; answer: TagView }>(),
  syncTags: route('post', '/tags/sync').with<{ body: Sent<typeof syncTagsBody>; answer: TicketView }>(),
}
