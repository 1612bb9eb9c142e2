import type {
  AutomaticText,
  BotState,
  ConnectionId,
  ContactId,
  MessageId,
  QueueId,
  UserId,
} from '@balcao/contracts'

import type { Choices, Media } from '@balcao/contracts/wire'

import type { SettableField, Ticket } from './ticket'

/** Fields that a caller sets alone or together with accepting, returning, reopening or transferring. */
export type FieldChanges = Partial<Pick<Ticket, SettableField>>

/** Without a `queueId` the ticket keeps its own. */
export type TransferTarget =
  | { kind: 'agent'; agent: UserId; queueId?: QueueId | null; connectionId?: ConnectionId }
  | { kind: 'queue'; queueId?: QueueId | null; connectionId?: ConnectionId }
  | { kind: 'connection'; connectionId: ConnectionId }

export interface AddedMessage {
  id: MessageId
  preview: string
  kind: string
  fromMe: boolean
  ack: number
  /** The agent who wrote it. */
  userId: UserId | undefined
  createdAt: Date
}

/** A text that the company sends to the customer by itself, in the transaction of the change that causes it. */
export interface CustomerText {
  body: string
  /** By what the template is chosen that leaves in its place outside of the window; undefined: `other`. */
  text?: AutomaticText | undefined
  /** What the buttons of that template give, in their order; undefined: the ids of `choices`. */
  choiceIds?: readonly string[] | undefined
  /** What the customer can tap; `body` has the same as numbered lines. Not with a file. */
  choices?: Choices | undefined
  /** A stored file that no other message names: it is claimed with the message, and erased with it. */
  file?: Media | undefined
  /** What is said in the file, where it speaks. */
  transcript?: string | undefined
}

/** What agents, and services in their name, do with a ticket. */
export type AgentCommand =
  /** Takes a pending ticket. */
  | { kind: 'accept'; agent: UserId; queueId?: QueueId | null; fields: FieldChanges }
  /** Back to its queue, without an agent. */
  | { kind: 'return'; fields: FieldChanges }
  /**
   * Closes it; `agent` becomes its agent, null keeps the one it has. `isSilent`: the customer is told nothing.
   * `asksRating`: the customer is asked to rate the agent. `textDueAt`: what the customer is told leaves only then.
   */
  | {
      kind: 'resolve'
      agent: UserId | null
      isSilent?: boolean
      asksRating?: boolean
      textDueAt?: Date | undefined
    }
  | { kind: 'reopen'; agent: UserId; queueId?: QueueId | null; fields: FieldChanges }
  | { kind: 'transfer'; to: TransferTarget; fields: FieldChanges }
  | { kind: 'set-fields'; fields: FieldChanges }
  /** The caller saw an older state: another agent was faster. */
  | { kind: 'lost-race' }

/** What closing a ticket changes. */
export type UnclosedState = Pick<
  Ticket,
  'status' | 'unreadMessages' | 'chatbot' | 'bot' | 'useIntegration' | 'promptId' | 'integrationId'
>

/** What follows for a ticket from something else that happened. */
export type ConsequentCommand =
  /** The customer wrote into a closed ticket: it is pending again. */
  | { kind: 'reopen-for-customer'; queueId: QueueId | null }
  /** Messages were stored at its end, oldest first. `answers` are sent to the customer after them. */
  | {
      kind: 'add-messages'
      messages: readonly AddedMessage[]
      answers: readonly CustomerText[]
      /** The ticket's bot after them, with the queue that it chose; undefined when it was not asked. */
      bot?: BotState | undefined
      /** What of the ticket an assistant that answers from now on takes. */
      fields?: FieldChanges | undefined
      /** The customer's message is a rating. */
      endsRating?: boolean
    }
  /** The customer rated, or no rating is waited for any more. */
  | { kind: 'end-rating' }
  /** The completion message or rating question of the closed ticket leaves now. `isDropped`: it is no longer wanted. */
  | { kind: 'send-due-text'; isDropped: boolean }
  /** Lists show these messages from now on, or this state of them. */
  | { kind: 'show-message'; shown: Pick<Ticket, 'lastMessage' | 'lastReceived'> }
  /** A user read it. `messages`: how many became read, which are rows of their own. */
  | { kind: 'clear-unread'; messages: number }
  /** Its tags changed, which are rows of their own. */
  | { kind: 'change-tags' }
  /** Its contact has another number, by a user or by WhatsApp's notice, which is in the contact's row. */
  | { kind: 'change-number' }
  /** Its integration or prompt gives it up: a person is waited for, in this queue or its own; without one the bot goes on. */
  | { kind: 'leave-assistant'; queueId: QueueId | undefined }
  /** Its queue is about to be deleted. */
  | { kind: 'leave-queue' }
  /**
   * Its contact was merged into another one, or the merge undone. `closes`: that one has an unclosed ticket already.
   * `restores`: what it was before the merge closed it.
   */
  | { kind: 'change-contact'; contactId: ContactId; closes: boolean; restores?: UnclosedState | undefined }

/** Everything that can happen to a ticket. `decideTicket` says what it changes. */
export type TicketCommand = AgentCommand | ConsequentCommand
