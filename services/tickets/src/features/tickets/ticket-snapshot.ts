import type { ContactSnapshot, TagRef, TicketSnapshot, UserRef } from '@balcao/contracts/wire'

import type { Ticket } from './ticket'

/** Fields of a snapshot that are not in the ticket's row. */
export interface TicketRelations {
  userName: string
  lastMessageUserName: string
  queueName: string
  queueColor: string
  connectionName: string
  contact: ContactSnapshot
  tags: TagRef[]
}

export const buildTicketSnapshot = (ticket: Ticket, related: TicketRelations): TicketSnapshot => ({
  id: ticket.id,
  uuid: ticket.uuid,
  companyId: ticket.companyId,
  status: ticket.status,
  user: ticket.userId === null ? undefined : { id: ticket.userId, name: related.userName },
  queue:
    ticket.queueId === null
      ? undefined
      : { id: ticket.queueId, name: related.queueName, color: related.queueColor },
  connection: { id: ticket.connectionId, name: related.connectionName },
  contact: related.contact,
  tags: related.tags,
  lastMessage: ticket.lastMessage?.text ?? '',
  lastMessageKind: ticket.lastMessage?.kind ?? 'chat',
  lastMessageFromMe: ticket.lastMessage?.fromMe ?? false,
  lastMessageAck: ticket.lastMessage?.ack ?? 0,
  lastReceived: ticket.lastReceived?.text ?? '',
  lastReceivedKind: ticket.lastReceived?.kind ?? 'chat',
  lastReceivedId: ticket.lastReceived?.id ?? '',
  unreadMessages: ticket.unreadMessages,
  isGroup: ticket.isGroup,
  chatbot: ticket.chatbot,
  useIntegration: ticket.useIntegration,
  promptId: ticket.promptId ?? undefined,
  integrationId: ticket.integrationId ?? undefined,
  version: ticket.version,
  createdAt: ticket.createdAt,
  updatedAt: ticket.updatedAt,
  closedAt: ticket.closedAt ?? undefined,
  // A process of the version before writes no time: it waits since its last update.
  pendingAt: ticket.status === 'pending' ? (ticket.pendingAt ?? ticket.updatedAt) : undefined,
  lastMessageAt: ticket.lastMessage?.at,
  lastMessageId: ticket.lastMessage?.id ?? '',
  lastMessageUser:
    ticket.lastMessage?.userId == null
      ? undefined
      : { id: ticket.lastMessage.userId, name: related.lastMessageUserName },
})

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
