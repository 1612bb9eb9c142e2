import type { FeedItem, TicketView } from '@balcao/contracts'

import { buildMe, buildMessage, buildTicket } from '../testing/desk-builders'
import { createFakeDesk } from '../testing/fake-desk'
import type { FakeDeskData } from '../testing/fake-desk-state'
import { fakeFetch } from '../testing/fake-fetch'
import { applyEvent } from './live/handlers'
import { flattenMessages } from './message-pages'
import { messagesApi } from './messages.api'
import './messages.live'
import './contacts.live'
import './tags.live'
import { postMessage, type OutgoingMessage } from './send-message'
import { sessionOpened } from './session/session.slice'
import { createDeskStore } from './store'
import { selectTicketCount, flattenTickets, type TicketFilter } from './ticket-lists'
import { ticketsApi } from './tickets.api'
import { forgetTickets } from './tickets.live'

/* Old cache + events = a fresh fetch, for whatever happens on the desk. */

const base: TicketFilter = { showAll: true, queueIds: null, tags: [], users: [], searchParam: '' }
const filters: TicketFilter[] = [
  { ...base, status: 'open' },
  { ...base, status: 'open', showAll: false },
  { ...base, status: 'pending' },
  { ...base, status: 'closed' },
  { ...base, status: 'open', queueIds: [2] },
  { ...base, tags: [1] },
  { ...base, users: [2] },
  { ...base, withUnreadMessages: true, showAll: false },
  { ...base, status: 'closed', contactId: 4 },
]

const day = (): TicketView[] =>
  [
    {},
    { queueId: 2, queue: { id: 2, name: 'Vendas', color: '#1565C0' } },
    { status: 'pending' as const, unreadMessages: 2 },
    { status: 'closed' as const },
    { userId: 2, user: { id: 2, name: 'Rafael' } },
    { status: 'pending' as const, queueId: null, queue: null },
  ].map((own, index) =>
    buildTicket({
      id: index + 1,
      updatedAt: new Date(Date.UTC(2026, 10, 20, 10, index)).toISOString(),
      ...own,
    }),
  )

const setUp = async (me: Parameters<typeof buildMe>[0] = {}) => {
  const data: FakeDeskData = {
    me: buildMe(me),
    tickets: day(),
    messages: [buildMessage({ ticketId: 1, seq: 1 })],
    notes: [],
    schedules: [],
  }
  const events: FeedItem[] = []
  const desk = createFakeDesk(data, (event) => events.push(event))
  const { fetchFn } = fakeFetch(({ method, path, body }) => {
    const url = new URL(path, 'http://desk')
    return desk.handle({
      method,
      path: url.pathname,
      query: url.searchParams,
      body: body === '' ? null : (JSON.parse(body) as unknown),
    })
  })
  globalThis.fetch = fetchFn
  const store = createDeskStore()
  store.dispatch(sessionOpened({ token: 'token', user: desk.data.me }))
  const fetchAll = () =>
    Promise.all(
      filters.map((filter) =>
        store.dispatch(ticketsApi.endpoints.listTickets.initiate(filter, { forceRefetch: true })),
      ),
    )
  await fetchAll()
  await store.dispatch(messagesApi.endpoints.listMessages.initiate(1))
  const shown = () => ({
    lists: filters.map((filter) => {
      const { data: list } = ticketsApi.endpoints.listTickets.select(filter)(store.getState())
      // `updateUnread` names no version: it says nothing a screen shows.
      return {
        filter,
        tickets: flattenTickets(list).map((ticket) => ({ ...ticket, version: 0 })),
        count: selectTicketCount(list),
      }
    }),
    messages: flattenMessages(messagesApi.endpoints.listMessages.select(1)(store.getState()).data),
  })
  const hear = (list = events.splice(0)) => {
    for (const event of list)
      applyEvent(event.channel, event.payload, { dispatch: store.dispatch, getState: store.getState })
  }
  const refetch = async () => {
    await fetchAll()
    await store.dispatch(messagesApi.endpoints.listMessages.initiate(1, { forceRefetch: true }))
  }
  return { desk, store, shown, hear, refetch, events }
}

beforeEach(forgetTickets)

type Desk = Awaited<ReturnType<typeof setUp>>['desk']
const put = (desk: Desk, id: number, body: unknown) =>
  desk.handle({ method: 'PUT', path: `/tickets/${id}`, query: new URLSearchParams(), body })

const happenings: [string, (desk: Desk) => void][] = [
  ['a customer writes', (desk) => void desk.inbound(1, 'oi')],
  ['a customer writes into a waiting ticket', (desk) => void desk.inbound(3, 'alguém?')],
  [
    'a colleague accepts',
    (desk) => void desk.change(3, { status: 'open', userId: 2, user: { id: 2, name: 'Rafael' } }),
  ],
  ['I accept', (desk) => void put(desk, 3, { status: 'open', userId: 1, expectedStatus: 'pending' })],
  ['I resolve', (desk) => void put(desk, 1, { status: 'closed', userId: 1 })],
  ['I reopen', (desk) => void put(desk, 4, { status: 'open', userId: 1 })],
  ['a ticket goes back to its queue', (desk) => void put(desk, 2, { status: 'pending', userId: null })],
  [
    'a ticket changes its queue',
    (desk) => void desk.change(1, { queueId: 2, queue: { id: 2, name: 'Vendas', color: '#1565C0' } }),
  ],
  [
    'a ticket is given to a colleague',
    (desk) => void desk.change(1, { userId: 2, user: { id: 2, name: 'Rafael' } }),
  ],
  [
    'a user reads',
    (desk) =>
      void desk.handle({ method: 'POST', path: '/tickets/3/read', query: new URLSearchParams(), body: null }),
  ],
  [
    'tags change',
    (desk) =>
      void desk.handle({
        method: 'POST',
        path: '/tags/sync',
        query: new URLSearchParams(),
        body: { ticketId: 1, tags: [{ id: 1 }] },
      }),
  ],
  [
    'a ticket is deleted',
    (desk) =>
      void desk.handle({ method: 'DELETE', path: '/tickets/2', query: new URLSearchParams(), body: null }),
  ],
  [
    'a message is deleted',
    (desk) =>
      void desk.handle({
        method: 'DELETE',
        path: `/messages/${desk.data.messages[0]?.id}`,
        query: new URLSearchParams(),
        body: null,
      }),
  ],
  [
    'an agent answers',
    (desk) =>
      void desk.handle({
        method: 'POST',
        path: '/messages/1',
        query: new URLSearchParams(),
        body: { body: 'já vai', clientId: 'c1' },
      }),
  ],
]

describe.each([
  ['an administrator', {}],
  [
    'an agent of one queue',
    {
      profile: 'user' as const,
      allTicket: 'desabled' as const,
      queues: [{ id: 1, name: 'Suporte', color: '#00796B' }],
    },
  ],
])('what %s sees', (_name, me) => {
  it.each(happenings)('is what a fresh fetch shows when %s', async (_what, happen) => {
    const { desk, shown, hear, refetch } = await setUp(me)
    const before = shown()
    happen(desk)
    hear()
    const patched = shown()
    expect(patched).not.toEqual(before)
    await refetch()
    expect(patched).toEqual(shown())
  })

  it('is what a fresh fetch shows after all of it', async () => {
    const { desk, shown, hear, refetch } = await setUp(me)
    for (const [, happen] of happenings) happen(desk)
    hear()
    const patched = shown()
    await refetch()
    expect(patched).toEqual(shown())
  })

  it('does not change when events come twice', async () => {
    const { desk, shown, hear, events } = await setUp(me)
    desk.inbound(1, 'oi')
    const again = [...events]
    hear()
    const once = shown()
    hear(again)
    expect(shown()).toEqual(once)
  })
})

const message = (ticketId: number): OutgoingMessage => ({
  clientId: `c${ticketId}`,
  ticketId,
  body: 'oi',
  quotedMsgId: null,
  contactIds: [],
  template: null,
  choices: null,
  durationSeconds: null,
  waveform: null,
})

describe('the open ticket', () => {
  it('is shown at once as accepted, and given back when a colleague was faster', async () => {
    const { desk, store, shown } = await setUp()
    const before = desk.data.tickets[2]!
    desk.change(3, { status: 'open', userId: 2, user: { id: 2, name: 'Rafael' } })
    const shownAs = { ...before, status: 'open' as const, userId: 1, user: { id: 1, name: 'Marina' } }
    const accepting = store.dispatch(
      ticketsApi.endpoints.updateTicket.initiate({
        before,
        shown: shownAs,
        patch: { status: 'open', userId: 1, expectedStatus: 'pending' },
      }),
    )
    const waiting = () => shown().lists[2]?.tickets.map(({ id }) => id)
    expect(waiting()).not.toContain(3)
    const { error } = await accepting
    expect(error).toMatchObject({ status: 409 })
    expect(waiting()).not.toContain(3)
    expect(shown().lists[0]?.tickets.find(({ id }) => id === 3)?.user).toEqual({ id: 2, name: 'Rafael' })
  })

  it('gets what is written to it after the server has made its change', async () => {
    const { desk, store } = await setUp()
    const sent: string[] = []
    const answer = globalThis.fetch
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    globalThis.fetch = async (input, init) => {
      const { method, url } = input as Request
      sent.push(`${method} ${new URL(url).pathname}`)
      if (method === 'PUT') await held
      return answer(input, init)
    }
    const before = desk.data.tickets[2]!
    const accepting = store.dispatch(
      ticketsApi.endpoints.updateTicket.initiate({
        before,
        shown: { ...before, status: 'open', userId: 1 },
        patch: { status: 'open', userId: 1, expectedStatus: 'pending' },
      }),
    )
    const write = (ticketId: number) =>
      postMessage(message(ticketId), null, store, () => undefined).catch(() => undefined)
    const writing = write(3)
    // Another ticket waits for nothing.
    await write(1)
    expect(sent).toEqual(['PUT /tickets/3', 'POST /messages/1'])
    release()
    await accepting
    await writing
    expect(sent).toEqual(['PUT /tickets/3', 'POST /messages/1', 'POST /messages/3'])
  })

  it('comes back to the list when the server could not be reached', async () => {
    const { desk, store, shown } = await setUp()
    const before = desk.data.tickets[0]!
    globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'))
    await store.dispatch(
      ticketsApi.endpoints.updateTicket.initiate({
        before,
        shown: { ...before, status: 'closed' },
        patch: { status: 'closed' },
      }),
    )
    expect(shown().lists[0]?.tickets.map(({ id }) => id)).toContain(1)
    expect(shown().lists[0]?.count).toBe(3)
  })

  it('keeps an event that was faster than the answer of a fetch', async () => {
    const { desk, store, shown, hear, events } = await setUp()
    const answer = globalThis.fetch
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    globalThis.fetch = async (input, init) => {
      const response = await answer(input, init)
      await held
      return response
    }
    const fetching = store.dispatch(
      ticketsApi.endpoints.listTickets.initiate(filters[0]!, { forceRefetch: true }),
    )
    await new Promise((resolve) => setTimeout(resolve, 0))
    desk.inbound(1, 'mais nova')
    hear(events.splice(0))
    release()
    await fetching
    await new Promise((resolve) => setTimeout(resolve, 0))
    expect(shown().lists[0]?.tickets[0]).toMatchObject({ id: 1, lastMessage: 'mais nova' })
  })
})
