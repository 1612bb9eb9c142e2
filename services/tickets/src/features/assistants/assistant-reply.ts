import type { Contact } from '../contacts'
import type { Message, MessageDocument } from '../messages'
import type { AssistantTurn } from './assistant'
import type { AssistantSession } from './assistant.store'
import type { ConversationLine } from './conversation-line'

/** One message to the customer: a text, a text that is spoken, or a file. */
export interface AssistantSay {
  text: string
  /** Ogg Opus. */
  voice?: Buffer
  /** A file that is sent instead; the text is for the case that it is not to be had. */
  fileUrl?: string
}

/** What becomes of the conversation after an answer. */
export type AssistantNext =
  | { kind: 'hold' }
  | { kind: 'person'; queueId: number | undefined; userId?: number | undefined }
  | { kind: 'close' }

export interface AssistantReply {
  says: readonly AssistantSay[]
  next: AssistantNext
  /** Of the service from now on; undefined leaves it. */
  sessionId?: string
  /** Of the model. */
  tokens?: number
  /** How long to wait before the answer is sent. */
  delayMs?: number
}

/** A turn with everything its answer depends on. */
export interface LoadedTurn {
  turn: AssistantTurn
  message: Message
  document: MessageDocument
  contact: Pick<Contact, 'name' | 'number'>
  session: AssistantSession | undefined
  /** Oldest first, this message last. */
  history: readonly ConversationLine[]
  /** Tokens that the prompt used this month. */
  usedTokens: number
}

export const HOLD: AssistantNext = { kind: 'hold' }
export const toPerson = (queueId?: number | null): AssistantNext => ({
  kind: 'person',
  queueId: queueId ?? undefined,
})
