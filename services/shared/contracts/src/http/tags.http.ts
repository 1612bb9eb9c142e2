import { endpoint } from './endpoint'
import { array, idField, ignored, literals, number, object, pageNumber, searchParam, text } from './fields'
import { tagRoutes } from './tags.routes'

export const tagBody = object({
  name: text(50).trim().min(3, literals.messageShort).required(literals.mandatory),
  color: text(9)
    .matches(/^#([0-9a-f]{3}|[0-9a-f]{6})$/i, 'Invalid color')
    .default('#A4CCCC'),
  kanban: number().strict(true).oneOf([0, 1]).default(0),
})

export const listTagsQuery = object({ searchParam: searchParam(), pageNumber: pageNumber() })

export const listTags = endpoint(tagRoutes.listTags, {
  access: 'user',
  rate: 'search',
  query: listTagsQuery,
  tag: 'tags',
  summary: 'Tags by name with the number of their tickets.',
})

export const listAllTagsQuery = object({ searchParam: searchParam() })

export const listAllTags = endpoint(tagRoutes.listAllTags, {
  access: 'user',
  query: listAllTagsQuery,
  tag: 'tags',
  summary: 'All tags of the company by name.',
})

export const createTag = endpoint(tagRoutes.createTag, {
  access: 'user',
  body: tagBody,
  tag: 'tags',
  summary: 'Finds or creates the tag of this name. `kanban` counts for administrators and supervisors only.',
})

/** A tag as clients have it; only the id is read. */
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

export const syncTagsBody = object({
  ticketId: idField().required(),
  tags: array(taggedField).max(100).required(),
})

export const syncTags = endpoint(tagRoutes.syncTags, {
  access: 'user',
  body: syncTagsBody,
  tag: 'tags',
  summary: 'Replaces the tags of a ticket.',
  errors: ['ERR_NO_TICKET_FOUND', 'ERR_NO_TAG_FOUND'],
})
