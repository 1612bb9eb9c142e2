import { endpoint } from './endpoint'
import {
  array,
  bigIdField,
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
import { tagRoutes } from './tags.routes'

const fields = {
  name: text(50).trim().min(3, literals.messageShort),
  color: text(9).matches(/^#([0-9a-f]{3}|[0-9a-f]{6})$/i, 'Invalid color'),
  kanban: number().strict(true).oneOf([0, 1]),
}

export const tagBody = object({
  name: fields.name.required(literals.mandatory),
  color: fields.color.default('#A4CCCC'),
  kanban: fields.kanban.default(0),
})

/** Absent fields stay as they are. */
export const tagPatchBody = object({
  ...fields,
  id: ignored(),
  companyId: ignored(),
  userId: ignored(),
  ticketsCount: ignored(),
})

const tagParams = object({ tagId: idText().required() })

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

export const listKanbanTags = endpoint(tagRoutes.listKanbanTags, {
  access: 'user',
  plan: 'useKanban',
  tag: 'tags',
  summary: 'The tags that are lanes of the kanban, by id.',
})

export const getTag = endpoint(tagRoutes.getTag, {
  access: 'user',
  params: tagParams,
  tag: 'tags',
  summary: 'One tag.',
  errors: ['ERR_NO_TAG_FOUND'],
})

export const updateTag = endpoint(tagRoutes.updateTag, {
  access: 'user',
  params: tagParams,
  body: tagPatchBody,
  tag: 'tags',
  summary: 'Changes a tag; absent fields stay. Only administrators and supervisors change `kanban`.',
  errors: ['ERR_NO_TAG_FOUND', 'ERR_NO_PERMISSION', 'ERR_TAG_NAME_ALREADY_EXISTS'],
})

export const deleteTag = endpoint(tagRoutes.deleteTag, {
  access: 'user',
  params: tagParams,
  tag: 'tags',
  summary: 'Deletes a tag; tickets lose it. Only administrators and supervisors delete a lane of the kanban.',
  errors: ['ERR_NO_TAG_FOUND', 'ERR_NO_PERMISSION'],
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
  ticketId: bigIdField().required(),
  tags: array(taggedField).max(100).required(),
})

export const syncTags = endpoint(tagRoutes.syncTags, {
  access: 'user',
  body: syncTagsBody,
  tag: 'tags',
  summary: 'Replaces the tags of a ticket.',
  errors: ['ERR_NO_PERMISSION', 'ERR_NO_TICKET_FOUND', 'ERR_NO_TAG_FOUND'],
})
