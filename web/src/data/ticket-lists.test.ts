import type { TicketEvent, TicketView } from '@balcao/contracts'

import { buildContact, buildMe, buildTicket } from '../testing/desk-builders'
import {
  applyContactEvent,
  applyTicketEvent,
  matchTicket,
  selectTicketCount,
  nextTicketPage,
  TICKETS_PER_PAGE,
  flattenTickets,
  type TicketFilter,
  type TicketPages,
} from './ticket-lists'

const admin = buildMe()
const agent = buildMe({
  id: 7,
  profile: 'user',
  allTicket: 'desabled',
  queues: [{ id: 1, name: 'Suporte', color: '#00796B' }],
})
const anything: TicketFilter = { showAll: true, queueIds: null, tags: [], users: [], searchParam: '' }
const vip = { id: 1, name: 'VIP', color: '#AD1457' }
const troca = { id: 2, name: 'Troca', color: '#1565C0' }
const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 12, minute)).toISOString()

const buildList = (tickets: TicketView[], hasMore = false): TicketPages => ({
  pages: [{ tickets, count: tickets.length, hasMore, matches: [] }],
  pageParams: [{ pageNumber: 1 }],
})
const listIds = (data: TicketPages) => flattenTickets(data).map(({ id }) => id)

describe('whether a ticket belongs to a list', () => {
  const rows: [string, Partial<TicketFilter>, Partial<TicketView>, typeof admin, 'in' | 'out' | 'unknown'][] =
    [
      ['the status asked for', { status: 'open' }, {}, admin, 'in'],
      ['another status', { status: 'pending' }, {}, admin, 'out'],
      ["a colleague's open ticket for an administrator who sees all", {}, { userId: 2 }, admin, 'in'],
      [
        "a colleague's open ticket for an administrator who sees their own",
        { showAll: false },
        { userId: 2 },
        admin,
        'out',
      ],
      [
        "a colleague's open ticket for an agent, whatever they ask",
        { showAll: true },
        { userId: 2 },
        agent,
        'out',
      ],
      ['an own ticket for an agent', {}, { userId: 7 }, agent, 'in'],
      ['a waiting ticket of an own queue', { status: 'pending' }, { status: 'pending' }, agent, 'in'],
      [
        'a waiting ticket of a foreign queue',
        { status: 'pending' },
        { status: 'pending', queueId: 2 },
        agent,
        'out',
      ],
      [
        'a waiting ticket without a queue, not allowed',
        {},
        { status: 'pending', queueId: null },
        agent,
        'out',
      ],
      [
        'a waiting ticket without a queue, allowed',
        {},
        { status: 'pending', queueId: null },
        { ...agent, allTicket: 'enabled' },
        'in',
      ],
      [
        'a waiting ticket without a queue for an administrator',
        {},
        { status: 'pending', queueId: null },
        { ...admin, allTicket: 'desabled' },
        'in',
      ],
      [
        "a colleague's open ticket without a queue in a contact's history, allowed",
        { contactId: 1 },
        { userId: 2, queueId: null },
        { ...agent, allTicket: 'enabled' },
        'in',
      ],
      [
        "a colleague's resolved ticket of an own queue",
        { status: 'closed' },
        { status: 'closed', userId: 2 },
        agent,
        'out',
      ],
      [
        "a colleague's resolved ticket in a contact's history",
        { status: 'closed', contactId: 1 },
        { status: 'closed', userId: 2 },
        agent,
        'in',
      ],
      ['a chosen queue', { queueIds: [1, 2] }, {}, admin, 'in'],
      ['a queue that was not chosen', { queueIds: [2] }, {}, admin, 'out'],
      ['no queue when queues were chosen, allowed', { queueIds: [1] }, { queueId: null }, admin, 'in'],
      [
        'no queue when queues were chosen, not allowed',
        { queueIds: [1] },
        { status: 'pending', queueId: null },
        agent,
        'out',
      ],
      ['all chosen tags', { tags: [1, 2] }, { tags: [vip, troca] }, admin, 'in'],
      ['only one of the chosen tags', { tags: [1, 2] }, { tags: [vip] }, admin, 'out'],
      ['one of the chosen agents', { users: [2, 3] }, { userId: 3 }, admin, 'in'],
      ['an agent who was not chosen', { users: [2] }, { userId: 3 }, admin, 'out'],
      ['the contact asked for', { contactId: 1 }, {}, admin, 'in'],
      ['another contact', { contactId: 9 }, {}, admin, 'out'],
      ['nothing unread in the list of unread ones', { withUnreadMessages: true }, {}, admin, 'out'],
      ['words only the server can match', { searchParam: 'oi' }, {}, admin, 'unknown'],
      ['words, and a status that does not fit', { searchParam: 'oi', status: 'closed' }, {}, admin, 'out'],
    ]
  it.each(rows)('%s', (_name, filter, own, viewer, verdict) => {
    expect(matchTicket({ ...anything, ...filter }, buildTicket(own), viewer)).toBe(verdict)
  })
})

describe('a list after a ticket event', () => {
  const first = buildTicket({ id: 1, updatedAt: at(30) })
  const second = buildTicket({ id: 2, updatedAt: at(20) })
  const third = buildTicket({ id: 3, updatedAt: at(10) })
  const apply = (data: TicketPages, event: TicketEvent, filter: Partial<TicketFilter> = {}) =>
    applyTicketEvent(data, { ...anything, status: 'open', ...filter }, event, admin)

  it('puts a ticket with a new message on top', () => {
    const { data } = apply(buildList([first, second, third]), {
      action: 'update',
      ticket: { ...third, updatedAt: at(40), version: 2 },
    })
    expect(listIds(data)).toEqual([3, 1, 2])
    expect(selectTicketCount(data)).toBe(3)
  })

  it('keeps the place of a ticket that only changed', () => {
    const { data } = apply(buildList([first, second]), {
      action: 'update',
      ticket: { ...second, tags: [vip], version: 2 },
    })
    expect(listIds(data)).toEqual([1, 2])
    expect(flattenTickets(data)[1]?.tags).toEqual([vip])
  })

  it('lets a resolved ticket go and counts it out', () => {
    const { data } = apply(buildList([first, second]), {
      action: 'update',
      ticket: { ...first, status: 'closed', version: 2 },
    })
    expect(listIds(data)).toEqual([2])
    expect(selectTicketCount(data)).toBe(1)
  })

  it('takes a ticket in at its place and counts it', () => {
    const { data } = apply(buildList([first, third]), { action: 'update', ticket: second })
    expect(listIds(data)).toEqual([1, 2, 3])
    expect(selectTicketCount(data)).toBe(3)
  })

  it('drops what is older than what it has', () => {
    const list = buildList([{ ...first, version: 5 }])
    expect(apply(list, { action: 'update', ticket: { ...first, status: 'closed', version: 4 } }).data).toBe(
      list,
    )
  })

  it('leaves a ticket of a page that is not loaded to that page, and says the count is a guess', () => {
    const list = buildList([first, second], true)
    const { data, isGuess } = apply(list, { action: 'update', ticket: third })
    expect(listIds(data)).toEqual([1, 2])
    expect(isGuess).toBe(true)
  })

  it('removes a deleted ticket', () => {
    expect(listIds(apply(buildList([first, second]), { action: 'delete', ticketId: 1 }).data)).toEqual([2])
  })

  it('drops the message that a search found with its ticket', () => {
    const list = buildList([first, second])
    const [page] = list.pages
    const matches = [first, second].map(({ id }) => ({ ticketId: id, messageId: `m${id}`, text: 'pedido' }))
    const found = { ...list, pages: [{ ...page!, matches }] }
    const { data } = apply(found, { action: 'delete', ticketId: 1 })
    expect(data.pages[0]!.matches).toEqual([matches[1]])
  })

  it('does not touch a list that never had the deleted ticket', () => {
    const list = buildList([first])
    expect(apply(list, { action: 'delete', ticketId: 9 })).toEqual({ data: list, isGuess: false })
  })

  it('clears the unread count, and empties the list of unread ones', () => {
    const unread = buildList([{ ...first, unreadMessages: 3 }])
    expect(
      flattenTickets(apply(unread, { action: 'updateUnread', ticketId: 1 }).data)[0]?.unreadMessages,
    ).toBe(0)
    expect(
      listIds(apply(unread, { action: 'updateUnread', ticketId: 1 }, { withUnreadMessages: true }).data),
    ).toEqual([])
  })

  it('changes rows of a search and adds none', () => {
    const list = buildList([first])
    const searched = { searchParam: 'helena', status: undefined }
    expect(listIds(apply(list, { action: 'update', ticket: second }, searched).data)).toEqual([1])
    expect(
      flattenTickets(
        apply(list, { action: 'update', ticket: { ...first, lastMessage: 'novo', version: 2 } }, searched)
          .data,
      )[0]?.lastMessage,
    ).toBe('novo')
  })

  it('moves a row between loaded pages', () => {
    const pages: TicketPages = {
      pages: [
        { tickets: [first, second], count: 4, hasMore: true, matches: [] },
        { tickets: [third, buildTicket({ id: 4, updatedAt: at(5) })], count: 4, hasMore: false, matches: [] },
      ],
      pageParams: [{ pageNumber: 1 }, { pageNumber: 2 }],
    }
    const { data } = apply(pages, {
      action: 'update',
      ticket: buildTicket({ id: 4, updatedAt: at(50), version: 2 }),
    })
    expect(listIds(data)).toEqual([4, 1, 2, 3])
    expect(data.pages).toHaveLength(2)
  })
})

describe('a list after a contact event', () => {
  it('shows the new name in every row of the contact', () => {
    const list = buildList([buildTicket({ id: 1 }), buildTicket({ id: 2 })])
    const changed = applyContactEvent(list, {
      action: 'update',
      contact: buildContact({ id: 2, name: 'Helena C.' }),
    })
    expect(flattenTickets(changed).map(({ contact }) => contact.name)).toEqual(['Helena Castro', 'Helena C.'])
    expect(flattenTickets(changed)[0]).toBe(flattenTickets(list)[0])
  })

  it('loses the tickets of a deleted contact', () => {
    const list = buildList([buildTicket({ id: 1 }), buildTicket({ id: 2 })])
    const changed = applyContactEvent(list, { action: 'delete', contactId: 2 })
    expect(listIds(changed)).toEqual([1])
    expect(selectTicketCount(changed)).toBe(1)
  })
})

describe('the next page of a list', () => {
  const page = (count: number, from = 0) => ({
    tickets: Array.from({ length: count }, (_unused, index) => buildTicket({ id: from + index + 1 })),
    count: 200,
    hasMore: true,
    matches: [],
  })

  it('begins after the last row that is here', () => {
    const rows = [buildTicket({ id: 1, updatedAt: at(9) }), buildTicket({ id: 2, updatedAt: at(3) })]
    const moved = buildTicket({ id: 3, updatedAt: at(8) })
    expect(
      nextTicketPage([{ tickets: [...rows, moved], count: 200, hasMore: true, matches: [] }], anything),
    ).toEqual({
      pageNumber: 1,
      after: `${at(3)}_2`,
    })
  })
  it('takes the lower id of two of one moment', () => {
    const rows = [buildTicket({ id: 5, updatedAt: at(3) }), buildTicket({ id: 4, updatedAt: at(3) })]
    expect(nextTicketPage([{ tickets: rows, count: 200, hasMore: true, matches: [] }], anything).after).toBe(
      `${at(3)}_4`,
    )
  })
  it('begins after the shortest wait, and the higher id of two, by the longest wait', () => {
    const wait = (id: number, minute: number) =>
      buildTicket({ id, status: 'pending', pendingAt: at(minute), updatedAt: at(59 - minute) })
    const tickets = [wait(1, 2), wait(7, 5), wait(8, 5)]
    const order = 'longest-wait'
    expect(
      nextTicketPage([{ tickets, count: 200, hasMore: true, matches: [] }], { ...anything, order }).after,
    ).toBe(`${at(5)}_8`)
  })
  it('tells how many rows are known', () =>
    expect(
      nextTicketPage([page(TICKETS_PER_PAGE), page(TICKETS_PER_PAGE - 1, TICKETS_PER_PAGE)], anything),
    ).toMatchObject({
      pageNumber: 2,
    }))
  it('shows a row that came twice once', () =>
    expect(
      flattenTickets({ pages: [page(3), page(3)], pageParams: [{ pageNumber: 1 }, { pageNumber: 2 }] }),
    ).toHaveLength(3))
})
