import {
  canForward,
  isShownForwarded,
  messageId,
  messageKinds,
  messageMarks,
  type QueueId,
  type TicketId,
} from '@balcao/contracts'
import { AppError, type Session, type Tx } from '@balcao/kernel'

import { requireVisibleTicket } from '../tickets'
import type { Message } from './message'
import type { MessageDeps } from './message-deps'
import type { MessageDocument } from './message-documents.port'
import type { OutgoingPart } from './outgoing'

/** A message to send again, and the ticket in which it was. */
export type ForwardedPart = OutgoingPart & { ticketId: TicketId }

/** Messages to send again, oldest first. Their files are still those of the originals. */
export interface Forwarded {
  parts: ForwardedPart[]
  /** The queue in which they were. */
  queueId: QueueId | null
}

const byTime = (one: Message, other: Message): number =>
  one.createdAt.getTime() - other.createdAt.getTime() || one.seq - other.seq

async function listVisibleMessages(
  deps: MessageDeps,
  tx: Tx,
  session: Session,
  ids: readonly string[],
): Promise<{ messages: Message[]; queueId: QueueId | null }> {
  const { companyId } = session
  const wanted = [...new Set(ids.map((id) => messageId(id.toLowerCase())))]
  const messages = await deps.messages.listByIds(tx, companyId, wanted)
  if (messages.length !== wanted.length) throw new AppError('ERR_NO_MESSAGE_FOUND')
  const tickets = []
  for (const id of new Set(messages.map(({ ticketId }) => ticketId)))
    tickets.push(requireVisibleTicket(session, await deps.tickets.find(tx, companyId, id)))
  return { messages: messages.toSorted(byTime), queueId: tickets[0]?.queueId ?? null }
}

const hasContent = ({ body, media, location, vcard }: MessageDocument): boolean =>
  body !== '' || media !== undefined || location !== undefined || vcard !== ''

/** @throws {AppError} ERR_FETCH_WAPP_MSG for a message that cannot be sent on, or whose content is gone. */
function buildPart(message: Message, document: MessageDocument | undefined): ForwardedPart {
  const kind = messageKinds.find((known) => known === message.kind)
  const marks = messageMarks.filter((mark) => message.marks.includes(mark))
  const { deleted: isDeleted, fromMe } = message
  const mediaState = message.mediaState === '' ? null : message.mediaState
  if (!kind || !canForward({ kind, isDeleted, mediaState, marks })) throw new AppError('ERR_FETCH_WAPP_MSG')
  if (!document || !hasContent(document)) throw new AppError('ERR_FETCH_WAPP_MSG')
  const { body, media, location, vcard, template, choices, transcript } = document
  const isForwarded = isShownForwarded({ fromMe, marks })
  const { ticketId } = message
  return { kind, body, media, location, vcard, template, choices, transcript, isForwarded, ticketId }
}

/**
 * What these messages say, to be sent again.
 * @throws {AppError} ERR_NO_MESSAGE_FOUND, ERR_NO_PERMISSION, ERR_FETCH_WAPP_MSG
 */
export async function readForwarded(
  deps: MessageDeps,
  session: Session,
  ids: readonly string[],
): Promise<Forwarded> {
  const { companyId } = session
  const { messages, queueId } = await deps.db.withTenant(companyId, (tx) =>
    listVisibleMessages(deps, tx, session, ids),
  )
  const documents = await deps.documents.get(
    companyId,
    messages.map(({ id }) => id),
  )
  return { parts: messages.map((message) => buildPart(message, documents.get(message.id))), queueId }
}
