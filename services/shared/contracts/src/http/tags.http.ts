import { endpoint } from './endpoint'
import {
  array,
  idField,
  idText,
  ignored,
  literals,
  number,
  object,
  pageNumber,
  searchParam,
  text,
} from './fields'
import type { TicketView } from './tickets.http'

export interface TagRefView {
  id: number
  name: string
  color: string
}

export interface TagView extends TagRefView {
  kanban: number
  /** Who made it; null for those made before that was kept. */
  userId: number | null
  ticketsCount?: number
}

export const tagBody = object({
  name: text(50).trim().min(3, literals.messageShort).required(literals.mandatory),
  color: text(9)
    .matches(/^#([0-9a-f]{3}|[0-9a-f]{6})$/i, 'Invalid color')
    .default('#A4CCCC'),
  kanban: number().strict(true).oneOf([0, 1]).default(0),
})

export const listTags = endpoint<{ tags: TagView[]; count: number; hasMore: boolean }>()({
  method: 'get',
  path: '/tags',
  access: 'user',
  rate: 'search',
  query: object({ searchParam: searchParam(), pageNumber: pageNumber() }),
  tag: 'tags',
  summary: 'Tags by name with the number of their tickets.',
})

export const listAllTags = endpoint<TagView[]>()({
  method: 'get',
  path: '/tags/list',
  access: 'user',
  query: object({ searchParam: searchParam() }),
  tag: 'tags',
  summary: 'All tags of the company by name.',
})

export const createTag = endpoint<TagView>()({
  method: 'post',
  path: '/tags',
  access: 'user',
  body: tagBody,
  tag: 'tags',
  summary: 'Finds or creates the tag of this name. `kanban` counts for administrators and supervisors only.',
})

/** A tag as clients have it at hand; its id is what counts. */
const taggedField = object({
  id: idField().required(),
  name: ignored(),
  color: ignored(),
  kanban: ignored(),
  ticketsCount: ignored(),
  userId: ignored(),
  companyId: ignored(),
  createdAt: ignored(),
  updatedAt: ignored(),
})

export const syncTags = endpoint<TicketView>()({
  method: 'post',
  path: '/tags/sync',
  access: 'user',
  body: object({
    ticketId: idField().required(),
    tags: array(taggedField).max(100).required(),
  }),
  tag: 'tags',
  summary: 'Replaces the tags of a ticket.',
  errors: ['ERR_NO_TICKET_FOUND', 'ERR_NO_TAG_FOUND'],
})

export const tagParams = object({ tagId: idText().required() })
