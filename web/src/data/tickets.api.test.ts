import type { TicketFilter } from './ticket-lists'
import { toListQuery } from './tickets.api'

const cursor = { pageNumber: 2, after: '2026-11-20T12:00:00.000Z_7' }
const empty: TicketFilter = { showAll: false, queueIds: null, tags: [], users: [], searchParam: '' }

it('asks for every field of a filter', () => {
  const { kanban, ...asked }: TicketFilter = {
    kanban: true,
    showAll: true,
    queueIds: [1],
    tags: [2],
    withoutTags: [3],
    users: [4],
    searchParam: 'oi',
    status: 'open',
    contactId: 5,
    withUnreadMessages: true,
    date: '2026-11-20',
    updatedAt: '2026-11-21',
  }
  expect(toListQuery({ kanban, ...asked }, cursor)).toEqual({ ...asked, ...cursor })
})

it('leaves out what narrows nothing, but not that there are no queues', () => {
  expect(toListQuery({ ...empty, withUnreadMessages: false, date: '' }, { pageNumber: 1 })).toEqual({
    pageNumber: 1,
  })
  expect(toListQuery({ ...empty, queueIds: [] }, { pageNumber: 1 })).toEqual({ pageNumber: 1, queueIds: [] })
})
