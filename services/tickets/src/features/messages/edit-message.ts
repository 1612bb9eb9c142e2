import { hasVariables, type MessageId } from '@balcao/contracts'
import type { MessageSnapshot } from '@balcao/contracts/wire'
import { AppError, MINUTE, type Session } from '@balcao/kernel'

import { requireOffered } from '../connections'
import { requireWorkableTicket } from '../tickets'
import { reviseBody } from './document-changes'
import { fillTyped, readLocale } from './fill-typed'
import { followDocument } from './follow-document'
import { lockMessage } from './lock-message'
import { isOutbound, buildPreview, type Message } from './message'
import type { MessageDeps } from './message-deps'
import type { MessageDocument } from './message-documents.port'
import { editRequested } from './message-events'
import { messageSnapshot } from './message-snapshot'
import { digestText } from './revert-request'

/** WhatsApp ignores edits after this time. */
const EDITABLE_MS = 15 * MINUTE
const ATTEMPTS = 5

/** @throws {AppError} ERR_EDITING_WAPP_MSG unless it is text that was sent from here, is not deleted, and is young enough. */
export function assertEditable(
  message: Pick<Message, 'source' | 'kind' | 'deleted' | 'ack' | 'createdAt'>,
  now: Date,
): void {
  const isOurText = isOutbound(message) && message.kind === 'chat'
  const isShown = !message.deleted && message.ack !== -1
  if (!isOurText || !isShown || now.getTime() - message.createdAt.getTime() > EDITABLE_MS)
    throw new AppError('ERR_EDITING_WAPP_MSG')
}

interface Seen {
  message: Message
  document: MessageDocument
  contactId: Parameters<typeof messageSnapshot>[2]
}

async function findMessage(
  deps: MessageDeps,
  session: Session,
  id: MessageId,
): Promise<Pick<Seen, 'message' | 'contactId'>> {
  const { companyId } = session
  return deps.db.withTenant(companyId, async (tx) => {
    const message = await deps.messages.find(tx, companyId, id)
    if (!message) throw new AppError('ERR_NO_MESSAGE_FOUND')
    const ticket = requireWorkableTicket(session, await deps.tickets.find(tx, companyId, message.ticketId))
    return { message, contactId: ticket.contactId }
  })
}

async function editable(deps: MessageDeps, session: Session, id: MessageId): Promise<Seen> {
  const { companyId } = session
  const { message, contactId } = await findMessage(deps, session, id)
  assertEditable(message, deps.clock.now())
  const document = (await deps.documents.get(companyId, [id])).get(id)
  if (!document) throw new AppError('ERR_FETCH_WAPP_MSG')
  return { message, document, contactId }
}

/* A body that names no text changes nothing. */
async function showMessage(deps: MessageDeps, session: Session, id: MessageId): Promise<MessageSnapshot> {
  const { message, contactId } = await findMessage(deps, session, id)
  return messageSnapshot(message, (await deps.documents.get(session.companyId, [id])).get(id), contactId)
}

async function filled(deps: MessageDeps, session: Session, id: MessageId, body: string): Promise<string> {
  if (!hasVariables(body)) return body
  const { companyId } = session
  const { contactId } = await findMessage(deps, session, id)
  const locale = await readLocale(deps, companyId, [body])
  const [text = body] = await deps.db.withTenant(companyId, (tx) =>
    fillTyped(deps, tx, { companyId, contactId }, { texts: [body], locale }),
  )
  return text
}

/* Undefined when the message has changed since it was read, so that its document may have another text. */
const commit = (deps: MessageDeps, session: Session, seen: Seen, body: string) =>
  deps.db.withTenant(session.companyId, async (tx) => {
    const now = deps.clock.now()
    const locked = await lockMessage(deps, tx, session, seen.message.id)
    if (locked.message.updatedAt.getTime() !== seen.message.updatedAt.getTime()) return undefined
    assertEditable(locked.message, now)
    await requireOffered(deps, tx, locked.message, ({ edits }) => edits)
    const document = { ...seen.document, body }
    const snapshot = await followDocument(deps, tx, locked, { as: { edited: true }, document, now })
    const request = { id: deps.ids.next(), messageId: locked.message.id }
    await deps.messages.noteRequest(
      tx,
      session.companyId,
      { ...request, kind: 'edit', digest: digestText(body) },
      now,
    )
    await deps.events.append(tx, [editRequested(deps, locked.message, { requestId: request.id, body })])
    return snapshot
  })

/**
 * The message with its new text, variables filled in; the gateway is asked to replace it at the customer's. What it said
 * before is kept in its document. A repeat of the same text asks nothing.
 * @throws {AppError} ERR_NO_MESSAGE_FOUND, ERR_NO_PERMISSION, ERR_EDITING_WAPP_MSG, ERR_CREATING_MESSAGE for blank text,
 * ERR_FETCH_WAPP_MSG when what it said is not there any more
 */
export async function editMessage(
  deps: MessageDeps,
  session: Session,
  id: MessageId,
  typed: string | undefined,
): Promise<MessageSnapshot> {
  if (typed === undefined) return showMessage(deps, session, id)
  const body = await filled(deps, session, id, typed)
  if (body.trim() === '') throw new AppError('ERR_CREATING_MESSAGE', { detail: 'nothing to say' })
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const seen = await editable(deps, session, id)
    const isRepeat = seen.document.body === body && seen.message.preview === buildPreview(seen.document)
    if (isRepeat && attempt === 1) return messageSnapshot(seen.message, seen.document, seen.contactId)
    await deps.documents.change(session.companyId, id, reviseBody(body, deps.clock.now()))
    const edited = await commit(deps, session, seen, body)
    if (edited) return edited
  }
  throw new AppError('ERR_UNAVAILABLE', { detail: 'the message kept changing' })
}
