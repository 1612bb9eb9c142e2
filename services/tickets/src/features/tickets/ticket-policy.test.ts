import { companyId, queueId, userId, type TicketStatus } from '@balcao/contracts'
import { AppError, type Session } from '@balcao/kernel'

import { canViewTicket, visibleOr404 } from './ticket-policy'

const session = (fields: Partial<Session>): Session => ({
  userId: userId(3),
  companyId: companyId(7),
  name: 'Ana',
  profile: 'user',
  super: false,
  allTicket: false,
  queueIds: [queueId(1)],
  tokenVersion: 0,
  dueAt: null,
  ...fields,
})

const ana = session({})
const all = session({ allTicket: true })
const admin = session({ profile: 'admin', queueIds: [] })
const supervisor = session({ profile: 'supervisor' })
const root = session({ super: true, queueIds: [] })

const ticket = (status: TicketStatus, queue: number | null, user: number | null, company = 7) => ({
  companyId: companyId(company),
  status,
  queueId: queue === null ? null : queueId(queue),
  userId: user === null ? null : userId(user),
})

describe('who sees a ticket', () => {
  const rows: [
    string,
    ReturnType<typeof ticket>,
    [ana: boolean, all: boolean, admin: boolean, supervisor: boolean, root: boolean],
  ][] = [
    ['pending in the own queue', ticket('pending', 1, null), [true, true, true, true, true]],
    ["a colleague's in the own queue", ticket('open', 1, 4), [true, true, true, true, true]],
    ['closed in the own queue', ticket('closed', 1, 4), [true, true, true, true, true]],
    ['pending in another queue', ticket('pending', 2, null), [false, false, true, false, true]],
    ["a colleague's in another queue", ticket('open', 2, 4), [false, false, true, false, true]],
    ['the own in another queue', ticket('open', 2, 3), [true, true, true, true, true]],
    ['pending without a queue', ticket('pending', null, null), [false, true, true, false, true]],
    ["a colleague's without a queue", ticket('open', null, 4), [false, false, true, false, true]],
    ['closed without a queue', ticket('closed', null, 4), [false, false, true, false, true]],
    ['the own without a queue', ticket('open', null, 3), [true, true, true, true, true]],
    [
      "another company's, own number of queue and user",
      ticket('open', 1, 3, 8),
      [false, false, false, false, false],
    ],
  ]

  it.each(rows)('%s', (_name, place, expected) => {
    expect([ana, all, admin, supervisor, root].map((caller) => canViewTicket(caller, place))).toEqual(
      expected,
    )
  })
})

describe('a ticket that is not shown', () => {
  const codeOf = (place: ReturnType<typeof ticket> | undefined): string => {
    try {
      visibleOr404(ana, place)
      return 'shown'
    } catch (error) {
      return error instanceof AppError ? error.code : 'a bug'
    }
  }

  it('is not there when it is foreign or unknown, and forbidden in another queue', () => {
    expect([
      codeOf(undefined),
      codeOf(ticket('open', 1, 3, 8)),
      codeOf(ticket('open', 2, 4)),
      codeOf(ticket('open', 1, 4)),
    ]).toEqual(['ERR_NO_TICKET_FOUND', 'ERR_NO_TICKET_FOUND', 'ERR_NO_PERMISSION', 'shown'])
  })
})
