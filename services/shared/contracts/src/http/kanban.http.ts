import { endpoint } from './endpoint'
import { idListText, idText, object, pageNumber, searchParam, timeCursor } from './fields'
import { kanbanRoutes } from './kanban.routes'

export const listKanbanTicketsQuery = object({
  searchParam: searchParam(),
  pageNumber: pageNumber(),
  queueIds: idListText(),
  tags: idListText(),
  withoutTags: idListText(),
  users: idListText(),
  /** As of `GET /tickets`: what comes after this ticket. */
  after: timeCursor().optional(),
})

export const listKanbanTickets = endpoint(kanbanRoutes.listKanbanTickets, {
  access: 'user',
  plan: 'useKanban',
  rate: 'search',
  query: listKanbanTicketsQuery,
  tag: 'kanban',
  summary:
    'Unclosed tickets the caller may see, of every agent, last updated first, 40 a page. One lane: `tags=[its tag]`; those in no lane: `withoutTags=[the tags of all lanes]`. The other filters are those of `GET /tickets`.',
})

const cardParams = object({ ticketId: idText().required() })

export const leaveLanes = endpoint(kanbanRoutes.leaveLanes, {
  access: 'user',
  plan: 'useKanban',
  params: cardParams,
  tag: 'kanban',
  summary: 'Takes a ticket out of its lane: it loses its tags with `kanban` 1. Idempotent.',
  errors: ['ERR_NO_TICKET_FOUND'],
})

export const moveToLane = endpoint(kanbanRoutes.moveToLane, {
  access: 'user',
  plan: 'useKanban',
  params: object({ ticketId: idText().required(), tagId: idText().required() }),
  tag: 'kanban',
  summary:
    'Puts a ticket into the lane of a tag, out of any other, at once. A tag that is no lane is only added. Idempotent.',
  errors: ['ERR_NO_TICKET_FOUND', 'ERR_NO_TAG_FOUND'],
})
