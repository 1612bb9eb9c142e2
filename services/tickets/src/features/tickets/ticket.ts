import type {
  CompanyId,
  ConnectionId,
  ContactId,
  MessageId,
  QueueId,
  TicketId,
  TicketStatus,
  UserId,
} from '@balcao/contracts'
import { AppError } from '@balcao/kernel'

export interface LastMessage {
  id: MessageId
  /** At most 255 characters of body, caption or file name. */
  text: string
  kind: string
  fromMe: boolean
  ack: number
  at: Date
}

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
  /** Rises with every change. */
  version: number
  lastMessage: LastMessage | null
  chatbot: boolean
  useIntegration: boolean
  promptId: number | null
  integrationId: number | null
  createdAt: Date
  /** Moved by messages and by changes of place (status, agent, queue, connection); lists are ordered by it. */
  updatedAt: Date
  closedAt: Date | null
}

/** What a ticket must look like before anyone touched it. */
export type NewTicket = Pick<
  Ticket,
  'uuid' | 'contactId' | 'connectionId' | 'status' | 'userId' | 'queueId' | 'isGroup' | 'createdAt'
>

export interface Place {
  status: TicketStatus
  queueId: QueueId | null
  userId: UserId | null
}

/** Fields of integrations a caller may carry over with any move. */
export interface Carried {
  useIntegration?: boolean
  promptId?: number | null
  integrationId?: number | null
}

export type TicketCommand =
  | { kind: 'accept'; agent: UserId; queueId?: QueueId | null; carried: Carried }
  | { kind: 'return'; carried: Carried }
  | { kind: 'resolve'; agent: UserId | null }
  | { kind: 'reopen'; agent: UserId; queueId?: QueueId | null; carried: Carried }
  | { kind: 'transfer'; to: TransferTarget; carried: Carried }
  | { kind: 'carry'; carried: Carried }
  /** The caller saw an older state: a colleague was faster. */
  | { kind: 'lost-race' }

export type TransferTarget =
  | { kind: 'agent'; agent: UserId; queueId?: QueueId | null; connectionId?: ConnectionId }
  | { kind: 'queue'; queueId: QueueId | null; connectionId?: ConnectionId }
  | { kind: 'connection'; connectionId: ConnectionId }

export type TicketDecision =
  | { kind: 'changed'; ticket: Ticket }
  | { kind: 'unchanged' }
  /** The caller must answer with the ticket's present owner. */
  | { kind: 'conflict' }

export const placeOf = ({ status, queueId, userId }: Place): Place => ({ status, queueId, userId })

const isSameState = (left: Ticket, right: Ticket): boolean =>
  left.status === right.status &&
  left.userId === right.userId &&
  left.queueId === right.queueId &&
  left.connectionId === right.connectionId &&
  left.useIntegration === right.useIntegration &&
  left.promptId === right.promptId &&
  left.integrationId === right.integrationId

const carriedOver = (ticket: Ticket, carried: Carried): Ticket => ({
  ...ticket,
  useIntegration: carried.useIntegration ?? ticket.useIntegration,
  promptId: carried.promptId === undefined ? ticket.promptId : carried.promptId,
  integrationId: carried.integrationId === undefined ? ticket.integrationId : carried.integrationId,
})

const opened = (ticket: Ticket, agent: UserId, queueId: QueueId | null | undefined): Ticket => ({
  ...ticket,
  status: 'open',
  userId: agent,
  queueId: queueId === undefined ? ticket.queueId : queueId,
  closedAt: null,
})

const queued = (ticket: Ticket, queueId: QueueId | null): Ticket => ({
  ...ticket,
  status: 'pending',
  userId: null,
  queueId,
  closedAt: null,
})

/** Status closed, queue kept, integration and prompt cleared, nothing left to read. */
export const resolved = (ticket: Ticket, agent: UserId | null, now: Date): Ticket => ({
  ...ticket,
  status: 'closed',
  userId: agent ?? ticket.userId,
  unreadMessages: 0,
  chatbot: false,
  useIntegration: false,
  promptId: null,
  integrationId: null,
  closedAt: now,
})

function transferred(ticket: Ticket, to: TransferTarget): Ticket {
  const moved = to.connectionId === undefined ? ticket : { ...ticket, connectionId: to.connectionId }
  if (to.kind === 'agent') return opened(moved, to.agent, to.queueId)
  if (to.kind === 'queue') return queued(moved, to.queueId)
  return moved
}

function applied(
  ticket: Ticket,
  command: Exclude<TicketCommand, { kind: 'lost-race' }>,
  now: Date,
): Ticket | 'conflict' {
  switch (command.kind) {
    case 'accept':
      return ticket.status === 'pending'
        ? carriedOver(opened(ticket, command.agent, command.queueId), command.carried)
        : 'conflict'
    case 'return':
      return ticket.status === 'closed'
        ? 'conflict'
        : carriedOver(queued(ticket, ticket.queueId), command.carried)
    case 'resolve':
      return ticket.status === 'closed' ? ticket : resolved(ticket, command.agent, now)
    case 'reopen':
      return ticket.status === 'closed'
        ? carriedOver(opened(ticket, command.agent, command.queueId), command.carried)
        : 'conflict'
    case 'transfer':
      return carriedOver(transferred(ticket, command.to), command.carried)
    case 'carry':
      return carriedOver(ticket, command.carried)
  }
}

/**
 * What a command makes of a ticket: its next state, nothing, or a conflict with who has it now.
 * A repeat of what already holds is `unchanged`, except accepting: there the second agent must learn the first's name.
 */
export function decideTicket(ticket: Ticket, command: TicketCommand, now: Date): TicketDecision {
  if (command.kind === 'lost-race') return { kind: 'conflict' }
  const next = applied(ticket, command, now)
  if (next === 'conflict') return { kind: 'conflict' }
  if (isSameState(ticket, next)) return { kind: 'unchanged' }
  return { kind: 'changed', ticket: { ...next, version: ticket.version + 1, updatedAt: now } }
}

/** A closed ticket the customer wrote into: waiting again, without queue and agent. */
export const reopenedByCustomer = (ticket: Ticket, queueId: QueueId | null): Ticket => ({
  ...queued(ticket, queueId),
  chatbot: false,
})

/** Whether a closed ticket is still warm enough to be taken up again. */
export const isWithinReopenWindow = (
  ticket: Pick<Ticket, 'closedAt' | 'updatedAt'>,
  windowMinutes: number,
  now: Date,
): boolean => now.getTime() - (ticket.closedAt ?? ticket.updatedAt).getTime() <= windowMinutes * 60_000

export interface NotedMessage {
  id: MessageId
  preview: string
  kind: string
  fromMe: boolean
  ack: number
  at: Date
}

/** The ticket after one more message; a customer's raises the unread count, ours does not. */
export const withMessage = (ticket: Ticket, message: NotedMessage, now: Date): Ticket => ({
  ...ticket,
  messageSeq: ticket.messageSeq + 1,
  unreadMessages: message.fromMe ? ticket.unreadMessages : ticket.unreadMessages + 1,
  lastMessage: {
    id: message.id,
    text: message.preview,
    kind: message.kind,
    fromMe: message.fromMe,
    ack: message.ack,
    at: message.at,
  },
  version: ticket.version + 1,
  updatedAt: now,
})

/** @throws {AppError} ERR_SENDING_WAPP_MSG unless an agent has it open. */
export function assertOpen(ticket: Ticket): void {
  if (ticket.status !== 'open')
    throw new AppError('ERR_SENDING_WAPP_MSG', { detail: 'the ticket is not open' })
}
