import {
  maySeeTicket,
  mayWorkOnTicket,
  ticketScope,
  type TicketFacts,
  type TicketViewer,
} from './ticket-access'

const viewer = (fields: Partial<TicketViewer>): TicketViewer => ({
  companyId: 7,
  userId: 3,
  profile: 'user',
  super: false,
  allTicket: false,
  queueIds: [1],
  ...fields,
})

const ana = viewer({})
const allTicket = viewer({ allTicket: true })
const admin = viewer({ profile: 'admin', queueIds: [] })
const supervisor = viewer({ profile: 'supervisor' })
const superUser = viewer({ super: true, queueIds: [] })

const ticket = (queueId: number | null, userId: number | null, companyId = 7): TicketFacts => ({
  companyId,
  queueId,
  userId,
})

describe('access to a ticket', () => {
  const rows: [
    string,
    TicketFacts,
    [ana: boolean, allTicket: boolean, admin: boolean, supervisor: boolean, superUser: boolean],
  ][] = [
    ['unassigned in the own queue', ticket(1, null), [true, true, true, true, true]],
    ['a colleague’s in the own queue', ticket(1, 4), [true, true, true, true, true]],
    ['unassigned in another queue', ticket(2, null), [false, false, true, false, true]],
    ['a colleague’s in another queue', ticket(2, 4), [false, false, true, false, true]],
    ['the own in another queue', ticket(2, 3), [true, true, true, true, true]],
    ['unassigned without a queue', ticket(null, null), [false, true, true, false, true]],
    ['a colleague’s without a queue', ticket(null, 4), [false, true, true, false, true]],
    ['the own without a queue', ticket(null, 3), [true, true, true, true, true]],
    ['another company’s, with the same queue and user', ticket(1, 3, 8), [false, false, false, false, false]],
    ['another company’s without a queue', ticket(null, null, 8), [false, false, false, false, false]],
  ]

  it.each(rows)('%s', (_name, facts, expected) => {
    const viewers = [ana, allTicket, admin, supervisor, superUser]
    expect(viewers.map((asking) => maySeeTicket(asking, facts))).toEqual(expected)
    expect(viewers.map((asking) => mayWorkOnTicket(asking, facts))).toEqual(expected)
  })

  it('of a key that is limited to queues: none elsewhere, not even the own', () => {
    const bound = { ...ana, isQueueBound: true }
    const seen = rows.filter(([, facts]) => maySeeTicket(bound, facts)).map(([name]) => name)
    expect(seen).toEqual(['unassigned in the own queue', 'a colleague’s in the own queue'])
  })

  it('is data that SQL can be built from', () => {
    expect([ticketScope(superUser), ticketScope(allTicket)]).toEqual([
      { kind: 'all' },
      { kind: 'some', userId: 3, queueIds: [1], unqueued: true },
    ])
  })
})
