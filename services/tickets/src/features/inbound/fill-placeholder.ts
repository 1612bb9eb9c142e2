import { isPlaceholder, type CompanyId } from '@balcao/contracts'
import type { DeskEvent, MessageReceived } from '@balcao/contracts/wire'
import type { Tx } from '@balcao/kernel'

import { signals } from '../../signals'
import {
  fillContent,
  followDocument,
  lockTicketAndMessage,
  readMediaProgress,
  toWaIdentity,
  type Message,
  type MessageDeps,
  type MessageDocument,
} from '../messages'
import type { CompanySettings } from '../settings'
import { commitTicketChange, decideTicket, describeFound } from '../tickets'
import { takeOwnFiles, transactWithCopies, type FileCopies } from './file-copies'
import { answer, buildDocument, INBOUND_GROUP, findQuoted, type InboundDeps } from './receive-message'

/* Deletes the file of an unknown message or of one that has its content already; a repeat names the file that is shown. */
async function discard(
  deps: MessageDeps,
  { companyId }: DeskEvent,
  known: Message | undefined,
  { media }: MessageReceived,
): Promise<void> {
  signals.inboundIgnored({ companyId, what: 'content' })
  if (!media) return
  const shown = known && (await lookUpQuote(deps, companyId, known))
  if (shown?.media?.key !== media.key) await deps.blobs.delete(media.key)
}

const lookUpQuote = async (
  deps: MessageDeps,
  companyId: CompanyId,
  { id }: Message,
): Promise<MessageDocument | undefined> => (await deps.documents.get(companyId, [id])).get(id)

/* A message edited while it waited keeps the edit's text. */
async function mergeEdit(
  deps: MessageDeps,
  event: DeskEvent,
  known: Message,
  value: MessageReceived,
): Promise<MessageDocument> {
  const before = await lookUpQuote(deps, event.companyId, known)
  const content = buildDocument(event, value, await findQuoted(deps, event.companyId, value))
  return {
    ...content,
    id: known.id,
    body: known.edited && before ? before.body : content.body,
    senderName: content.senderName || (before?.senderName ?? ''),
  }
}

interface Filling {
  document: MessageDocument
  value: MessageReceived
  settings: CompanySettings
  copies: FileCopies
  now: Date
}

/*
 * What follows from the content, as if the message came now. Only while it is the last one of its ticket: after another
 * message, or an answer to its arrival, the conversation is elsewhere.
 */
async function answerContent(
  deps: InboundDeps,
  tx: Tx,
  { companyId, ticketId, seq }: Message,
  { document, value, settings, copies, now }: Filling,
): Promise<void> {
  const ticket = await deps.tickets.lock(tx, companyId, ticketId)
  if (!ticket || ticket.messageSeq !== seq) return
  const [connection, contact] = await Promise.all([
    deps.connections.find(tx, companyId, ticket.connectionId),
    deps.contacts.find(tx, companyId, ticket.contactId),
  ])
  const said = { ...value, body: document.body }
  const opened = describeFound(ticket)
  const message = { opened, value: said, connection, settings, contactName: contact?.name ?? '', now }
  const after = await answer(deps, tx, message, document)
  const answers = takeOwnFiles(copies, after.answers)
  const decision = decideTicket(ticket, { kind: 'add-messages', messages: [], ...after, answers }, { now })
  if (decision.kind === 'changed') await commitTicketChange(deps, tx, decision.change)
}

/**
 * A message that came without its content has it now, in its place, or the news that only the phone shows it. The document
 * first, then one transaction that claims the event. A message that has content already is not changed. The bot answers to the
 * content in that transaction.
 */
export async function fillPlaceholder(
  deps: InboundDeps,
  event: DeskEvent,
  value: MessageReceived,
): Promise<void> {
  const { companyId } = event
  const known = await deps.db.withTenant(companyId, (tx) =>
    deps.messages.findByIdentity(tx, companyId, toWaIdentity(value)),
  )
  if (!known || known.deleted || !isPlaceholder(known.kind)) return discard(deps, event, known, value)
  const document = await mergeEdit(deps, event, known, value)
  await deps.documents.change(companyId, document.id, fillContent(document))
  const [settings, now] = [await deps.settings.of(companyId), deps.clock.now()]
  const isDeleted = await transactWithCopies(deps, companyId, async (tx, copies) => {
    if (!(await deps.inbox.claim(tx, INBOUND_GROUP, event.eventId))) return false
    const locked = await lockTicketAndMessage(deps, tx, companyId, known)
    if (!locked || locked.message.deleted) return true
    if (!isPlaceholder(locked.message.kind)) return false
    const as = { kind: value.kind, marks: value.marks, ...readMediaProgress(value) }
    await followDocument(deps, tx, locked, { as, document, now })
    await answerContent(deps, tx, locked.message, { document, value, settings, copies, now })
    return false
  })
  // Deleted between the two steps: its document was erased before it was filled.
  if (isDeleted) await deps.documents.erase(companyId, [known.id])
}
