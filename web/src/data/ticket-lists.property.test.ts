import { profiles, ticketStatuses, type TicketView } from '@balcao/contracts'
import fc from 'fast-check'

import { buildMe, buildTicket } from '../testing/desk-builders'
import {
  applyTicketEvent,
  matchTicket,
  selectTicketCount,
  flattenTickets,
  type TicketFilter,
  type TicketPages,
  type TicketViewer,
} from './ticket-lists'

const tags = [1, 2].map((id) => ({ id, name: `tag ${id}`, color: '#000000' }))
const few = (most: number) => fc.integer({ min: 1, max: most })
const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 12, minute)).toISOString()

const anyViewer: fc.Arbitrary<TicketViewer> = fc
  .record({
    id: few(3),
    profile: fc.constantFrom(...profiles),
    super: fc.boolean(),
    allTicket: fc.constantFrom('enabled' as const, 'desabled' as const),
    queues: fc.subarray([1, 2, 3]).map((ids) => ids.map((id) => ({ id, name: '', color: '#000000' }))),
  })
  .map((own) => buildMe({ ...own, companyId: 7 }))

const anyTicket: fc.Arbitrary<TicketView> = fc
  .record({
    id: few(8),
    companyId: fc.constantFrom(7, 7, 7, 8),
    status: fc.constantFrom(...ticketStatuses),
    userId: fc.option(few(3)),
    queueId: fc.option(few(3)),
    contactId: few(3),
    unreadMessages: fc.integer({ min: 0, max: 1 }),
    tags: fc.subarray(tags),
    minute: fc.integer({ min: 0, max: 59 }),
    waitsSince: fc.integer({ min: 0, max: 9 }),
    chatbot: fc.boolean(),
    useIntegration: fc.boolean(),
  })
  .map(({ minute, waitsSince, ...own }) =>
    buildTicket({
      ...own,
      updatedAt: at(minute),
      pendingAt: own.status === 'pending' ? at(waitsSince) : null,
    }),
  )

const anyFilter: fc.Arbitrary<TicketFilter> = fc.record({
  status: fc.constantFrom(undefined, ...ticketStatuses),
  showAll: fc.boolean(),
  queueIds: fc.option(fc.subarray([1, 2, 3])),
  tags: fc.subarray([1, 2]),
  users: fc.subarray([1, 2, 3]),
  contactId: fc.option(few(3), { nil: undefined }),
  withUnreadMessages: fc.boolean(),
  bot: fc.constantFrom(undefined, 'with', 'without'),
  order: fc.constantFrom(undefined, 'last-updated', 'longest-wait'),
  searchParam: fc.constant(''),
})

const waitsSince = ({ pendingAt, updatedAt }: TicketView): string => pendingAt ?? updatedAt

/* What the server would answer. */
const fetched = (all: Iterable<TicketView>, filter: TicketFilter, viewer: TicketViewer): TicketView[] =>
  [...all]
    .filter((ticket) => matchTicket(filter, ticket, viewer) === 'in')
    .sort((left, right) =>
      filter.order === 'longest-wait'
        ? waitsSince(left).localeCompare(waitsSince(right)) || left.id - right.id
        : right.updatedAt.localeCompare(left.updatedAt) || right.id - left.id,
    )

it('a list that hears of every change is what a fetch would answer', () => {
  fc.assert(
    fc.property(
      anyViewer,
      anyFilter,
      fc.array(anyTicket, { maxLength: 8 }),
      fc.array(anyTicket, { maxLength: 12 }),
      (viewer, filter, before, changes) => {
        const known = new Map(before.map((ticket) => [ticket.id, ticket]))
        const first = fetched(known.values(), filter, viewer)
        let data: TicketPages = {
          pages: [{ tickets: first, count: first.length, hasMore: false, matches: [] }],
          pageParams: [{ pageNumber: 1 }],
        }
        for (const change of changes) {
          const ticket = { ...change, version: (known.get(change.id)?.version ?? 0) + 1 }
          known.set(ticket.id, ticket)
          const heard = applyTicketEvent(data, filter, { action: 'update', ticket }, viewer)
          expect(heard.isGuess).toBe(false)
          data = heard.data
        }
        const expected = fetched(known.values(), filter, viewer)
        expect(flattenTickets(data).map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
        expect(selectTicketCount(data)).toBe(expected.length)
      },
    ),
    { numRuns: 1_500 },
  )
})
