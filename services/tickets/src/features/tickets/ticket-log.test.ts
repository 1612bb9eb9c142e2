import { connectionId, queueId, userId, type TicketLogAction } from '@balcao/contracts'

import type { TicketCommand } from './ticket-command'
import { describeChange, describeCreation } from './ticket-log'

const ana = userId(3)
const waiting = {
  status: 'pending' as const,
  userId: null,
  queueId: queueId(1),
  connectionId: connectionId(1),
}
const served = { ...waiting, status: 'open' as const, userId: ana }
const closed = { ...served, status: 'closed' as const }
const elsewhere = { ...waiting, queueId: queueId(2) }
const assignment = ({ userId: user, queueId: queue, connectionId: connection }: typeof waiting) => ({
  userId: user,
  queueId: queue,
  connectionId: connection,
})

const cases: [
  TicketCommand['kind'],
  typeof waiting | typeof served | typeof closed,
  object,
  TicketLogAction,
][] = [
  ['accept', waiting, served, 'accepted'],
  ['return', served, waiting, 'returned'],
  ['resolve', served, closed, 'resolved'],
  ['reopen', closed, served, 'reopened'],
  ['transfer', waiting, elsewhere, 'transferred'],
  ['reopen-for-customer', closed, waiting, 'reopenedByCustomer'],
  ['add-messages', waiting, elsewhere, 'queuedByBot'],
  ['leave-queue', waiting, { ...waiting, queueId: null }, 'queueDeleted'],
  ['change-contact', waiting, waiting, 'contactMerged'],
  ['change-number', served, served, 'numberChanged'],
  ['change-tags', waiting, waiting, 'tagsChanged'],
]

describe('the log of a ticket', () => {
  it.each(cases)('says of %s who did it, and what was before', (cause, before, after, action) => {
    expect(describeChange(cause, { before, after: { ...before, ...after } }, ana)).toEqual({
      action,
      userId: ana,
      from: assignment(before as typeof waiting),
      to: assignment({ ...before, ...after } as typeof waiting),
    })
  })

  it.each([
    'add-messages',
    'transfer',
    'accept',
    'clear-unread',
    'show-message',
    'end-rating',
    'set-fields',
  ] as const)('says nothing of %s that leaves the assignment', (cause) => {
    expect(describeChange(cause, { before: served, after: served }, ana)).toBeUndefined()
  })

  it('begins with who created it', () => {
    expect(describeCreation(served, ana)).toEqual({
      action: 'created',
      userId: ana,
      from: null,
      to: { userId: ana, queueId: 1, connectionId: 1 },
    })
  })
})
