import type { TicketView, UserView } from '@balcao/contracts'

export interface Colleague {
  user: UserView
  /** The queue it is listed under: the ticket's when it is the user's too; '' without one. */
  queueName: string
}

const chooseQueueName = ({ queues }: UserView, ticket: Pick<TicketView, 'queueId'>): string =>
  (queues.find(({ id }) => id === ticket.queueId) ?? queues[0])?.name ?? ''

/**
 * The users that a ticket can be transferred to: without its agent, the ticket's queue first, then the other queues by name, users
 * without a queue last; within a queue who is online first, then by name.
 */
export const listColleagues = (
  users: readonly UserView[],
  ticket: Pick<TicketView, 'queueId' | 'queue' | 'userId'>,
): Colleague[] => {
  const rank = ({ queueName }: Colleague) => (queueName === '' ? 2 : queueName === ticket.queue?.name ? 0 : 1)
  return users
    .filter(({ id }) => id !== ticket.userId)
    .map((user) => ({ user, queueName: chooseQueueName(user, ticket) }))
    .toSorted(
      (left, right) =>
        rank(left) - rank(right) ||
        left.queueName.localeCompare(right.queueName) ||
        Number(right.user.online) - Number(left.user.online) ||
        left.user.name.localeCompare(right.user.name),
    )
}
