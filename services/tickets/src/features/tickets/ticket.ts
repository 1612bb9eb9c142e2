import type {
  BotState,
  CompanyId,
  ConnectionId,
  ContactId,
  MessageId,
  QueueId,
  TicketId,
  TicketStatus,
  UserId,
} from '@balcao/contracts'
import type { ContactSnapshot, TagRef, TicketSnapshot } from '@balcao/contracts/wire'
import { AppError } from '@balcao/kernel'

/** What lists show of a ticket's newest message that is not deleted. */
export interface LastMessage {
  id: MessageId
  /** At most 255 characters of body, caption or file name. */
  text: string
  kind: string
  fromMe: boolean
  ack: number
  at: Date
  /** The agent who wrote it. */
  userId: UserId | null
}

/** The customer's newest message that is not deleted, as lists show it. */
export type LastReceived = Pick<LastMessage, 'id' | 'text' | 'kind'>

export interface Ticket {
  id: TicketId
  uuid: string
  companyId: CompanyId
  contactId: ContactId
  connectionId: ConnectionId
  status: TicketStatus
  userId: UserId | null
  queueId: QueueId | null
  isGroup: boolean
  unreadMessages: number
  /** The `seq` of the newest message; 0 without messages. */
  messageSeq: number
  /** Raised by `commitTicketChange`, and by nothing else. */
  version: number
  lastMessage: LastMessage | null
  lastReceived: LastReceived | null
  /** Whether the customer is in a menu of the bot. */
  chatbot: boolean
  /** Where the customer stands with the bot; null before it said anything. */
  bot: BotState | null
  /** When the completion message or rating question of the closed ticket leaves; null: it left, or there is none. */
  textDueAt: Date | null
  /** When the customer was, or is to be, asked to rate the closed ticket's agent; null when no answer is waited for. */
  ratingAt: Date | null
  useIntegration: boolean
  promptId: number | null
  integrationId: number | null
  createdAt: Date
  /** Lists are ordered by it. Set by changes with `movesUp`. */
  updatedAt: Date
  closedAt: Date | null
  /** When it last began to wait; kept by a closing that may be undone. */
  pendingAt: Date | null
}

/** Fields that `PUT /tickets` sets by their names, and whether null is one of their values or means "as it is". */
export const settableFields = {
  useIntegration: 'not-null',
  promptId: 'nullable',
  integrationId: 'nullable',
} as const satisfies { [K in keyof Ticket]?: null extends Ticket[K] ? 'nullable' : 'not-null' }

export type SettableField = keyof typeof settableFields

/** A ticket that has no row yet. */
export type NewTicket = Omit<Ticket, 'id'>

/** Status, queue and agent of a ticket. */
export interface Assignment {
  status: TicketStatus
  queueId: QueueId | null
  userId: UserId | null
}

export const assignmentOf = ({ status, queueId, userId }: Assignment): Assignment => ({
  status,
  queueId,
  userId,
})

/** Every field of a ticket without messages. */
export const newTicket = (
  known: Assignment & Pick<NewTicket, 'uuid' | 'companyId' | 'contactId' | 'connectionId' | 'isGroup'>,
  now: Date,
): NewTicket => ({
  uuid: known.uuid,
  companyId: known.companyId,
  contactId: known.contactId,
  connectionId: known.connectionId,
  status: known.status,
  userId: known.userId,
  queueId: known.queueId,
  isGroup: known.isGroup,
  unreadMessages: 0,
  messageSeq: 0,
  version: 1,
  lastMessage: null,
  lastReceived: null,
  chatbot: false,
  bot: null,
  textDueAt: null,
  ratingAt: null,
  useIntegration: false,
  promptId: null,
  integrationId: null,
  createdAt: now,
  updatedAt: now,
  closedAt: null,
  pendingAt: known.status === 'pending' ? now : null,
})

/** Whether a closed ticket may still be reopened instead of opening a new one. */
export const isWithinReopenWindow = (
  ticket: Pick<Ticket, 'closedAt' | 'updatedAt'>,
  windowMinutes: number,
  now: Date,
): boolean => now.getTime() - (ticket.closedAt ?? ticket.updatedAt).getTime() <= windowMinutes * 60_000

/** @throws {AppError} ERR_SENDING_WAPP_MSG unless an agent has it open. */
export function assertOpen(ticket: Ticket): void {
  if (ticket.status !== 'open')
    throw new AppError('ERR_SENDING_WAPP_MSG', { detail: 'the ticket is not open' })
}

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
