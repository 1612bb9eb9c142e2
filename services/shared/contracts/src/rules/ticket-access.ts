import type { Profile } from '../ids/profile'
import { hasRole } from './roles'

/** The fields of a user that access to tickets depends on. A session has them. */
export interface TicketViewer {
  companyId: number
  userId: number
  profile: Profile
  super: boolean
  /** Sees tickets without a queue. */
  allTicket: boolean
  queueIds: readonly number[]
  /** Of an API key that is limited to queues: not even the user's own tickets elsewhere. */
  isQueueBound?: boolean
}

/** The fields of a ticket that access to it depends on. */
export interface TicketFacts {
  companyId: number
  queueId: number | null
  /** The agent it is assigned to. */
  userId: number | null
}

/** The tickets of one company that a viewer may see, as data: SQL conditions and socket rooms are built from it. */
export type TicketScope =
  | { kind: 'all' }
  | {
      kind: 'some'
      /** Tickets assigned to this user, whatever their queue; null: none. */
      userId: number | null
      queueIds: readonly number[]
      /** Tickets without a queue. */
      unqueued: boolean
    }

/** Administrators of the company, and super users. */
export const isAdministrator = (viewer: Pick<TicketViewer, 'profile' | 'super'>): boolean =>
  hasRole(viewer, 'admin')

export const ticketScope = (viewer: Omit<TicketViewer, 'companyId'>): TicketScope =>
  isAdministrator(viewer)
    ? { kind: 'all' }
    : {
        kind: 'some',
        userId: viewer.isQueueBound ? null : viewer.userId,
        queueIds: viewer.queueIds,
        unqueued: viewer.allTicket,
      }

const isInScope = (scope: TicketScope, { queueId, userId }: TicketFacts): boolean => {
  if (scope.kind === 'all' || (userId !== null && userId === scope.userId)) return true
  return queueId === null ? scope.unqueued : scope.queueIds.includes(queueId)
}

/**
 * Whether the viewer may see the ticket: administrators every one of their company, others their own, those of their
 * queues, and those without a queue if `allTicket` lets them. Status does not matter.
 */
export const maySeeTicket = (viewer: TicketViewer, ticket: TicketFacts): boolean =>
  viewer.companyId === ticket.companyId && isInScope(ticketScope(viewer), ticket)

/**
 * Whether the viewer may write into the ticket, change or reopen it. They must be able to see it; for the
 * rest a colleague of the same queue may step in.
 */
export const mayWorkOnTicket = (viewer: TicketViewer, ticket: TicketFacts): boolean =>
  maySeeTicket(viewer, ticket)
