import type { TicketSnapshot, UserRef } from '@balcao/contracts/wire'

import { buildTicketSnapshot, type Ticket } from './ticket'

/*
 * Names of the user whom the ticket has now: the one it had, or the one who asked for the change. Undefined when they are neither's.
 */
function findUserName(seen: TicketSnapshot, after: Ticket, by: UserRef): string | undefined {
  if (after.userId === null) return ''
  return [seen.user, by].find((user) => user?.id === after.userId)?.name
}

/**
 * The ticket's snapshot as `after`, made from the one of `before`, which was read in the same transaction behind the ticket's lock.
 * Undefined when the change needs names that were not read: it has to be read.
 * @param by who asked for the change
 */
export function carrySnapshot(
  seen: TicketSnapshot,
  { before, after }: { before: Ticket; after: Ticket },
  by: UserRef,
): TicketSnapshot | undefined {
  const userName = findUserName(seen, after, by)
  const isQueueKnown = after.queueId === null || after.queueId === before.queueId
  const isSameChat = after.contactId === before.contactId && after.connectionId === before.connectionId
  const isSameMessage = after.lastMessage?.id === before.lastMessage?.id
  const { contact } = seen
  if (userName === undefined || !contact || !isQueueKnown || !isSameChat || !isSameMessage) return undefined
  return buildTicketSnapshot(after, {
    userName,
    lastMessageUserName: seen.lastMessageUser?.name ?? '',
    queueName: seen.queue?.name ?? '',
    queueColor: seen.queue?.color ?? '',
    connectionName: seen.connection?.name ?? '',
    contact,
    tags: seen.tags,
  })
}
