import { isDeepStrictEqual } from 'node:util'

import {
  isInMenu,
  isNotice,
  queueId,
  startBot,
  type BotState,
  type QueueId,
  type UserId,
} from '@balcao/contracts'

import { MINUTE } from '@balcao/kernel'

import { assignmentOf, type Assignment, type Ticket } from './ticket'
import type {
  AddedMessage,
  ConsequentCommand,
  CustomerText,
  FieldChanges,
  TicketCommand,
  TransferTarget,
} from './ticket-command'

/** What a decision changes of a ticket; `commitTicketChange` carries it out. */
export interface TicketChange {
  /** The command that was decided about. */
  cause: TicketCommand['kind']
  /** The locked row. */
  before: Ticket
  /** The row to write, except `version` and `updatedAt`, which the commit sets. */
  after: Ticket
  /** The assignment that events name as the previous one; undefined when no event announced one. */
  previous: Assignment | undefined
  /** Whether the ticket moves to the top of lists. */
  movesUp: boolean
  /** Sent to the customer in the same transaction, in this order. */
  texts: readonly CustomerText[]
}

export type TicketDecision =
  | { kind: 'changed'; change: TicketChange }
  | { kind: 'unchanged' }
  /** The caller is answered with the ticket's present owner. */
  | { kind: 'conflict' }

export interface DecisionContext {
  now: Date
}

type AddMessages = Extract<ConsequentCommand, { kind: 'add-messages' }>

const setFields = (ticket: Ticket, fields: FieldChanges): Ticket => ({ ...ticket, ...fields })

/**
 * The ticket out of the bot's menus: an agent has it, had it or gave it a queue. The customer may still ask for the menu when
 * it waits again.
 */
export const leaveBot = (ticket: Ticket): Ticket => ({
  ...ticket,
  chatbot: false,
  bot: ticket.bot && { ...ticket.bot, step: { at: 'waiting' } },
})

/* In these two an undefined queue keeps the ticket's own. */
const open = (ticket: Ticket, agent: UserId, queueId: QueueId | null | undefined): Ticket => ({
  ...ticket,
  status: 'open',
  userId: agent,
  queueId: queueId === undefined ? ticket.queueId : queueId,
  textDueAt: null,
  ratingAt: null,
  closedAt: null,
})

const putInQueue = (ticket: Ticket, queueId: QueueId | null | undefined): Ticket => ({
  ...ticket,
  status: 'pending',
  userId: null,
  queueId: queueId === undefined ? ticket.queueId : queueId,
  textDueAt: null,
  ratingAt: null,
  closedAt: null,
})

/* The queue is kept; integration and prompt end; nothing is left to read. */
const resolve = (ticket: Ticket, agent: UserId | null, now: Date): Ticket => ({
  ...ticket,
  status: 'closed',
  userId: agent ?? ticket.userId,
  unreadMessages: 0,
  chatbot: false,
  bot: null,
  useIntegration: false,
  promptId: null,
  integrationId: null,
  closedAt: now,
})

function transfer(ticket: Ticket, to: TransferTarget): Ticket {
  const moved = to.connectionId === undefined ? ticket : { ...ticket, connectionId: to.connectionId }
  if (to.kind === 'agent') return open(moved, to.agent, to.queueId)
  if (to.kind === 'queue') return putInQueue(moved, to.queueId)
  return moved
}

/* A customer's message raises the unread count, ours does not, nor does a rating of a closed ticket. A notice is no message to answer. */
function addMessage(ticket: Ticket, message: AddedMessage): Ticket {
  const placed = { ...ticket, messageSeq: ticket.messageSeq + 1 }
  if (isNotice(message.kind)) return placed
  const { id, preview: text, kind, fromMe, ack, createdAt: at, userId = null } = message
  return {
    ...placed,
    unreadMessages: fromMe || ticket.status === 'closed' ? ticket.unreadMessages : ticket.unreadMessages + 1,
    lastMessage: { id, text, kind, fromMe, ack, at, userId },
    lastReceived: fromMe ? ticket.lastReceived : { id, text, kind },
  }
}

const followBot = (ticket: Ticket, bot: BotState | undefined): Ticket =>
  bot === undefined
    ? ticket
    : {
        ...ticket,
        queueId: bot.queueId === null ? null : queueId(bot.queueId),
        chatbot: isInMenu(bot),
        bot,
      }

function addMessages(ticket: Ticket, { messages, bot, endsRating, fields = {} }: AddMessages): Ticket {
  const after = setFields(followBot(messages.reduce(addMessage, ticket), bot), fields)
  return endsRating ? { ...after, ratingAt: null } : after
}

/* Without a queue the bot begins again with the next message. */
function leaveAssistant(ticket: Ticket, queueId: QueueId | undefined): Ticket {
  const left = { ...ticket, useIntegration: false, promptId: null, integrationId: null }
  const moved = { ...left, queueId: queueId ?? ticket.queueId, chatbot: false }
  const bot = moved.bot ?? startBot(moved.queueId)
  return moved.queueId === null
    ? { ...moved, bot: startBot(null) }
    : { ...moved, bot: { ...bot, queueId: moved.queueId, step: { at: 'waiting' } } }
}

function applyConsequence(ticket: Ticket, command: ConsequentCommand, now: Date): Ticket {
  const isClosed = ticket.status === 'closed'
  switch (command.kind) {
    case 'reopen-for-customer':
      return isClosed ? { ...putInQueue(ticket, command.queueId), chatbot: false, bot: null } : ticket
    case 'add-messages':
      return addMessages(ticket, command)
    case 'end-rating':
      return { ...ticket, ratingAt: null }
    case 'send-due-text':
      return { ...ticket, textDueAt: null, ratingAt: ticket.ratingAt && !command.isDropped ? now : null }
    case 'show-message':
      return { ...ticket, ...command.shown }
    case 'clear-unread':
      return { ...ticket, unreadMessages: 0 }
    case 'change-tags':
    case 'change-number':
      return ticket
    case 'leave-assistant':
      return leaveAssistant(ticket, command.queueId)
    case 'leave-queue':
      return { ...ticket, queueId: null }
    case 'change-contact': {
      const kept = command.closes && !isClosed ? resolve(ticket, null, now) : ticket
      const moved = { ...kept, contactId: command.contactId }
      return command.restores && isClosed
        ? { ...moved, ...command.restores, textDueAt: null, closedAt: null }
        : moved
    }
  }
}

function apply(ticket: Ticket, command: TicketCommand, now: Date): Ticket | 'conflict' {
  const isClosed = ticket.status === 'closed'
  switch (command.kind) {
    case 'accept':
      return ticket.status === 'pending'
        ? setFields(leaveBot(open(ticket, command.agent, command.queueId)), command.fields)
        : 'conflict'
    case 'return':
      return isClosed ? 'conflict' : setFields(leaveBot(putInQueue(ticket, undefined)), command.fields)
    case 'resolve':
      return isClosed
        ? ticket
        : {
            ...resolve(ticket, command.agent, now),
            textDueAt: command.textDueAt ?? null,
            ratingAt: command.asksRating ? (command.textDueAt ?? now) : null,
          }
    case 'reopen':
      return isClosed
        ? setFields(leaveBot(open(ticket, command.agent, command.queueId)), command.fields)
        : 'conflict'
    case 'transfer':
      return setFields(leaveBot(transfer(ticket, command.to)), command.fields)
    case 'set-fields':
      return setFields(ticket, command.fields)
    case 'lost-race':
      return 'conflict'
    default:
      return applyConsequence(ticket, command, now)
  }
}

/** How long after a closing its undo still finds the place of the ticket among those that wait: the longest `undoSeconds`. */
const UNDO_MS = MINUTE

/* A wait goes on in another queue, and after a closing that is undone. */
function findPendingAt(before: Ticket, after: Ticket, command: TicketCommand, now: Date): Date | null {
  if (after.status === 'closed') return before.pendingAt
  if (after.status === 'open') return null
  const isUndo =
    command.kind === 'change-contact' ||
    (before.closedAt !== null && now.getTime() - before.closedAt.getTime() <= UNDO_MS)
  return (before.status === 'pending' || isUndo ? before.pendingAt : null) ?? now
}

/* Only a change of status moves a ticket up with one of these. */
const KEEP_ORDER: ReadonlySet<TicketCommand['kind']> = new Set([
  'show-message',
  'clear-unread',
  'change-tags',
  'change-contact',
  'change-number',
  'end-rating',
  'send-due-text',
])

/* Changes of rows that screens show with the ticket, so they are announced. */
const changesOtherRows = (command: TicketCommand): boolean =>
  command.kind === 'change-tags' ||
  command.kind === 'change-number' ||
  (command.kind === 'clear-unread' && command.messages > 0)

/**
 * What a command makes of a locked ticket: a change, nothing, or a conflict with its present owner. Pure.
 * A repeat of what already holds is `unchanged`, except accepting: there the second agent must learn the first's name.
 */
export function decideTicket(
  ticket: Ticket,
  command: TicketCommand,
  { now }: DecisionContext,
): TicketDecision {
  const applied = apply(ticket, command, now)
  if (applied === 'conflict') return { kind: 'conflict' }
  const after =
    applied.status === ticket.status
      ? applied
      : { ...applied, pendingAt: findPendingAt(ticket, applied, command, now) }
  if (!changesOtherRows(command) && isDeepStrictEqual(after, ticket)) return { kind: 'unchanged' }
  const change = {
    cause: command.kind,
    before: ticket,
    after,
    previous: assignmentOf(ticket),
    movesUp: !KEEP_ORDER.has(command.kind) || after.status !== ticket.status,
    texts: command.kind === 'add-messages' ? command.answers : [],
  }
  return { kind: 'changed', change }
}
