import type { SessionUserView, TicketView } from '@balcao/contracts'

import type { TicketPatch } from '../../../data/tickets.api'

/** How long a resolved ticket can be undone in its toast. */
export const UNDO_MS = 5000

/* The customer is told only then: the toast's time, and two seconds for slow networks. */
const UNDO_SECONDS = UNDO_MS / 1000 + 2

export type TicketAction = 'accept' | 'return' | 'resolve' | 'reopen'

type ActingUser = Pick<SessionUserView, 'id' | 'name'>

/** The body that is sent for an action, and the ticket as it is shown meanwhile. */
export interface PlannedAction {
  patch: TicketPatch
  shown: TicketView
}

const carried = ({ queueId, useIntegration, promptId, integrationId }: TicketView) => ({
  queueId,
  useIntegration,
  promptId,
  integrationId,
})

/**
 * The specified body of each action; accepting and reopening also send `expectedStatus`, so that a faster
 * colleague wins.
 */
export const planTicketAction = (move: TicketAction, ticket: TicketView, me: ActingUser): PlannedAction => {
  const mine = { userId: me.id, user: { id: me.id, name: me.name } }
  const noBot = { useIntegration: false, promptId: null, integrationId: null }
  switch (move) {
    case 'accept':
      return {
        patch: { status: 'open', userId: me.id, ...carried(ticket), expectedStatus: 'pending' },
        shown: { ...ticket, status: 'open', pendingAt: null, ...mine },
      }
    case 'return':
      return {
        patch: { status: 'pending', userId: null, ...carried(ticket) },
        shown: { ...ticket, status: 'pending', userId: null, user: null },
      }
    case 'resolve':
      return {
        patch: {
          status: 'closed',
          userId: me.id,
          queueId: ticket.queueId,
          ...noBot,
          undoSeconds: UNDO_SECONDS,
        },
        shown: { ...ticket, status: 'closed', pendingAt: null, ...mine, ...noBot },
      }
    case 'reopen':
      return {
        patch: { status: 'open', userId: me.id, queueId: ticket.queueId, expectedStatus: 'closed' },
        shown: { ...ticket, status: 'open', ...mine },
      }
  }
}

/** Puts a ticket back as it was before it was resolved: waiting, or open for the agent who had it, in the same queue. */
export const planUndo = (before: TicketView, closed: TicketView): PlannedAction => {
  const { status, userId, user } = before
  const was =
    status === 'open' ? ({ status, userId } as const) : ({ status: 'pending', userId: null } as const)
  return {
    patch: { ...was, ...carried(before), expectedStatus: 'closed' },
    shown: { ...closed, ...was, user, ...carried(before), queue: before.queue },
  }
}
