import { endpoint } from './endpoint'
import { bigIdText, MAX_INT4, number, object } from './fields'
import { kanbanRoutes } from './kanban.routes'
import { listTicketsQuery } from './tickets.http'

/** What narrows a list narrows a lane too, save what lanes have of themselves. */
export const listKanbanTicketsQuery = listTicketsQuery.omit([
  'status',
  'date',
  'updatedAt',
  'showAll',
  'withUnreadMessages',
  'contactId',
])

export const listKanbanTickets = endpoint(kanbanRoutes.listKanbanTickets, {
  access: 'user',
  plan: 'useKanban',
  rate: 'search',
  query: listKanbanTicketsQuery,
  tag: 'kanban',
  summary:
    'Unclosed tickets the caller may see, of every agent, last updated first, 40 a page. One lane: `tags=[its tag]`; those in no lane: `withoutTags=[the tags of all lanes]`. The other filters are those of `GET /tickets`.',
})

const cardParams = object({ ticketId: bigIdText().required() })

export const leaveLanes = endpoint(kanbanRoutes.leaveLanes, {
  access: 'user',
  plan: 'useKanban',
  params: cardParams,
  tag: 'kanban',
  summary: 'Takes a ticket out of its lane: it loses its tags with `kanban` 1. Idempotent.',
  errors: ['ERR_NO_PERMISSION', 'ERR_NO_TICKET_FOUND'],
})

/** In a path: the id of a lane's tag; 0 for `lane0`, as pages call the lane of tickets that are in none. */
const laneText = () =>
  number()
    .transform((_value, original) =>
      original === 'lane0' ? 0 : /^[1-9]\d{0,9}$/.test(String(original)) ? Number(original) : NaN,
    )
    .integer()
    .max(MAX_INT4)

export const moveToLane = endpoint(kanbanRoutes.moveToLane, {
  access: 'user',
  plan: 'useKanban',
  params: object({ ticketId: bigIdText().required(), tagId: laneText().required() }),
  tag: 'kanban',
  summary:
    'Puts a ticket into the lane of a tag, out of any other, at once. A tag that is no lane is only added; `lane0` takes the ticket out of its lane. Idempotent.',
  errors: ['ERR_NO_PERMISSION', 'ERR_NO_TICKET_FOUND', 'ERR_NO_TAG_FOUND'],
})
