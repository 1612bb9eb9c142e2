import { companyId, queueId, userId } from '@balcao/contracts'
import { AppError, type Session } from '@balcao/kernel'

import { requireVisibleTicket, requireWorkableTicket } from './ticket-policy'

const ana: Session = {
  userId: userId(3),
  companyId: companyId(7),
  name: 'Ana',
  profile: 'user',
  super: false,
  allTicket: false,
  queueIds: [queueId(1)],
  tokenVersion: 0,
  dueAt: null,
}

const ticket = (queue: number, user: number, company = 7) => ({
  companyId: companyId(company),
  queueId: queueId(queue),
  userId: userId(user),
})

describe('a ticket that is not shown', () => {
  const codeOf = (
    place: ReturnType<typeof ticket> | undefined,
    asked: typeof requireVisibleTicket,
  ): string => {
    try {
      asked(ana, place)
      return 'given'
    } catch (error) {
      return error instanceof AppError ? error.code : 'a bug'
    }
  }

  it.each([requireVisibleTicket, requireWorkableTicket])(
    'is not there when it is foreign or unknown, and forbidden in another queue',
    (asked) => {
      const tickets = [undefined, ticket(1, 3, 8), ticket(2, 4), ticket(1, 4)]
      expect(tickets.map((place) => codeOf(place, asked))).toEqual([
        'ERR_NO_TICKET_FOUND',
        'ERR_NO_TICKET_FOUND',
        'ERR_NO_PERMISSION',
        'given',
      ])
    },
  )
})
