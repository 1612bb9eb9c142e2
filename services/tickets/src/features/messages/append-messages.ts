import type { BotState, MessageId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

import { splitWords } from '../../words'
import {
  commitTicketChange,
  decideTicket,
  type Announce,
  type CustomerText,
  type FieldChanges,
  type OpenedTicket,
  type Ticket,
} from '../tickets'
import { raiseAck } from './ack'
import { isOutbound, buildSearchableText, type Message } from './message'
import type { MessageDeps } from './message-deps'
import type { MessageDocument } from './message-documents.port'
import { messageAppended } from './message-events'
import { messageSnapshot } from './message-snapshot'

/** A message without its ticket, and its document, which is written with it. */
export interface Draft {
  message: Omit<Message, 'companyId' | 'ticketId' | 'seq' | 'connectionId' | 'queueId'>
  document: MessageDocument
}

export interface Appended {
  ticket: Ticket
  messages: Message[]
  documents: Map<MessageId, MessageDocument>
}

/** What follows for the ticket from the messages. */
export interface AfterMessages {
  /** Sent to the customer after them. */
  answers: readonly CustomerText[]
  /** The ticket's bot from now on; undefined leaves it. */
  bot: BotState | undefined
  /** What of the ticket an assistant that answers from now on takes. */
  fields?: FieldChanges
  /** Whether they end the waiting for a rating. */
  endsRating?: boolean
}

/** Messages, and what follows from them. */
interface Appending extends Partial<AfterMessages> {
  drafts: readonly Draft[]
}

type Inserted = Pick<Appended, 'messages' | 'documents'>

type Deps = Pick<
  MessageDeps,
  'tickets' | 'trackings' | 'log' | 'messages' | 'documents' | 'events' | 'ids' | 'clock' | 'texts'
>

const placeInTicket = (ticket: Ticket, seq: number, { message }: Draft): Message => ({
  ...message,
  companyId: ticket.companyId,
  ticketId: ticket.id,
  seq,
  connectionId: ticket.connectionId,
  queueId: ticket.queueId ?? undefined,
})

/* Applies an ack that arrived before the message's row. */
async function applyPendingAck(deps: Deps, tx: Tx, message: Message): Promise<Message> {
  if (!isOutbound(message)) return message
  const pending = await deps.messages.takePendingAck(tx, message.companyId, message.id)
  const risen = pending && raiseAck(message, pending)
  if (!pending) return message
  return {
    ...message,
    ...risen,
    waId: pending.waId || undefined,
    remoteJid: pending.remoteJid || message.remoteJid,
  }
}

const announceMessages =
  (deps: Deps, { messages, documents }: Inserted, isNewTicket: boolean): Announce =>
  async ({ ticket, previous, readSnapshot }) => {
    const snapshot = await readSnapshot()
    return messages.map((message, index) =>
      messageAppended(deps, messageSnapshot(message, documents.get(message.id), ticket.contactId), snapshot, {
        previous,
        opensTicket: isNewTicket && index === 0,
      }),
    )
  }

/* Documents, and rows in order, each with the next `seq`. */
async function insertMessages(
  deps: Deps,
  tx: Tx,
  ticket: Ticket,
  drafts: readonly Draft[],
): Promise<Inserted> {
  const messages: Message[] = []
  const documents = new Map(drafts.map(({ document }) => [document.id, document]))
  deps.documents.put(tx, ticket.companyId, [...documents.values()])
  // A ticket that is opened again has them as rows already.
  if (ticket.status === 'closed') await deps.messages.unpackWords(tx, ticket.companyId, ticket.id)
  for (const draft of drafts) {
    const placed = placeInTicket(ticket, ticket.messageSeq + messages.length + 1, draft)
    const message = await applyPendingAck(deps, tx, placed)
    deps.messages.insert(tx, message, splitWords(buildSearchableText(draft.document)))
    messages.push(message)
  }
  return { messages, documents }
}

/**
 * Puts messages with their documents at the end of a locked ticket, in order, and appends their events, then does what follows from them.
 * Their WhatsApp identities must not be known: should one come meanwhile, the transaction is run again.
 */
export async function appendMessages(
  deps: Deps,
  tx: Tx,
  opened: OpenedTicket,
  { drafts, answers = [], bot, fields, endsRating = false }: Appending,
): Promise<Appended> {
  const { messages, documents } = await insertMessages(deps, tx, opened.ticket, drafts)
  if (messages.length === 0) return { ticket: opened.ticket, messages, documents }
  const command = {
    kind: 'add-messages' as const,
    messages,
    answers: [...opened.texts, ...answers],
    bot,
    fields,
    endsRating,
  }
  const decision = decideTicket(opened.ticket, command, { now: deps.clock.now() })
  if (decision.kind !== 'changed') return { ticket: opened.ticket, messages, documents }
  const { ticket } = await commitTicketChange(
    deps,
    tx,
    { ...decision.change, previous: opened.previous },
    { announce: announceMessages(deps, { messages, documents }, opened.how === 'created') },
  )
  return { ticket, messages, documents }
}
