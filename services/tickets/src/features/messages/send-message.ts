import {
  buildChoices,
  buildVcards,
  canSend,
  choiceLimits,
  contactId as toContactId,
  messageId,
  ticketId as toTicketId,
  writeChoices,
  type BodyOf,
  type sendMessage as sendEndpoint,
  type TicketId,
} from '@balcao/contracts'
import {
  OutboundLane,
  type Choices,
  type FilledTemplate,
  type Media,
  type MessageSnapshot,
} from '@balcao/contracts/wire'
import { AppError, SECOND, type Session, type Tx, type Upload } from '@balcao/kernel'

import { requireOffered } from '../connections'
import {
  assertOpen,
  describeFound,
  requireVisibleTicket,
  requireWorkableTicket,
  type Ticket,
} from '../tickets'
import { appendMessages, type Draft } from './append-messages'
import { chooseMediaKind, type Message } from './message'
import type { MessageDeps } from './message-deps'
import { messageSnapshots } from './message-snapshot'
import { findShownChoices } from './shown-choices'
import { draftOutgoing, listClientIds, requestOutbound, type OutgoingPart } from './outgoing'
import { excerptQuoted } from './excerpt-quoted'
import type { QuotedSource } from './message-events'
import { fillTyped, readLocale } from './fill-typed'
import { claimMedia, discardMedia, storeUploads } from './store-uploads'

type SendBody = BodyOf<typeof sendEndpoint>

export interface SendRequest {
  ticketId: TicketId
  body: SendBody
  uploads: readonly Upload[]
}

const TEMPLATE_DEADLINE_MS = 5 * SECOND

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The quoted message's id, however the caller wrote it. @throws {AppError} ERR_NO_MESSAGE_FOUND when it is no UUID. */
function parseQuotedId({ quotedMsgId, quotedMsg }: SendBody): string | undefined {
  const given = quotedMsgId ?? (typeof quotedMsg === 'string' ? quotedMsg : quotedMsg?.id)
  if (given == null || given === '') return undefined
  if (typeof given !== 'string' || !UUID.test(given)) throw new AppError('ERR_NO_MESSAGE_FOUND')
  return given.toLowerCase()
}

/* Duration and bars only label the player before the file is loaded, so the sender's word is taken. */
function describeRecording({ body }: SendRequest, medias: readonly Media[]): Media[] {
  const { durationSeconds = 0, waveform } = body
  return medias.map((media) =>
    medias.length === 1 && chooseMediaKind(media.mimeType) === 'audio'
      ? { ...media, durationSeconds, waveform }
      : media,
  )
}

/** What the agent wrote, with its variables filled in; or the cards of contacts, else ''; or a template and its text. */
interface Typed {
  body: string
  captions: readonly string[]
  vcard: string
  template?: FilledTemplate | undefined
  /** What can be tapped; `body` says the same. */
  choices?: Choices | undefined
}

/* Asked of the gateway, outside of any transaction: it has the templates of the ticket's connection. */
async function fillTemplate(
  deps: MessageDeps,
  session: Session,
  { body, uploads: [file] }: SendRequest,
  { connectionId, typed }: Prepared,
): Promise<Typed> {
  if (!body.template) return typed
  const { template, text } = await deps.rpc.messaging.fillTemplate(
    {
      companyId: session.companyId,
      connectionId,
      ...body.template,
      file: file && { mimeType: file.mimeType, sizeBytes: file.sizeBytes },
      fileLater: false,
    },
    { session, deadlineMs: TEMPLATE_DEADLINE_MS },
  )
  if (!template) throw new Error('the gateway filled no template')
  return { ...typed, body: text, template }
}

/* Groups have no number that a phone could call. */
async function readVcards(
  deps: MessageDeps,
  tx: Tx,
  session: Session,
  { body }: SendRequest,
): Promise<string> {
  const ids = [...new Set(body.contactIds)].map(toContactId)
  if (ids.length === 0) return ''
  const found = await deps.contacts.findSnapshots(tx, session.companyId, ids)
  const contacts = ids.map((id) => found.get(id))
  return buildVcards(
    contacts.map((contact) => {
      if (!contact || contact.isGroup || contact.number === '') throw new AppError('ERR_NO_CONTACT_FOUND')
      return contact
    }),
  )
}

function buildParts(
  { body, captions, vcard, template, choices }: Typed,
  medias: readonly Media[],
): OutgoingPart[] {
  if (template) return [{ kind: 'template', body, template, media: medias[0] }]
  if (vcard !== '') return [{ kind: 'vcard', body: '', vcard }]
  if (medias.length === 0) return [{ body, choices }]
  return medias.map((media, index) => ({ media, body: captions[index] ?? (index === 0 ? body : '') }))
}

async function findSendableTicket(
  deps: MessageDeps,
  tx: Tx,
  session: Session,
  { id, lock }: { id: TicketId; lock: boolean },
): Promise<Ticket> {
  const found = lock
    ? deps.tickets.lock(tx, session.companyId, id)
    : deps.tickets.find(tx, session.companyId, id)
  return requireWorkableTicket(session, await found)
}

/* Only messages of the same contact on the same connection may be quoted. */
async function findQuotableMessage(
  deps: MessageDeps,
  tx: Tx,
  session: Session,
  { ticket, id }: { ticket: Ticket; id: string },
): Promise<Message> {
  const message = await deps.messages.find(tx, session.companyId, messageId(id))
  const quotedTicket =
    message && (await deps.tickets.find(tx, session.companyId, toTicketId(message.ticketId)))
  const isSameChat =
    quotedTicket?.contactId === ticket.contactId && message?.connectionId === ticket.connectionId
  if (!message || !quotedTicket || !isSameChat) throw new AppError('ERR_NO_MESSAGE_FOUND')
  requireVisibleTicket(session, quotedTicket)
  return message
}

/* The choices under this text, and both as text: all that a connection sends that does not show them. */
async function offerChoices(
  deps: MessageDeps,
  tx: Tx,
  ticket: Ticket,
  { text, given }: { text: string; given: SendRequest['body']['choices'] },
): Promise<Pick<Typed, 'body' | 'choices'>> {
  if (!given) return { body: text }
  const choices = buildChoices(text, given)
  const isFitting = choices.text !== '' && choices.text.length <= choiceLimits.text
  if (!isFitting) throw new AppError('ERR_CREATING_MESSAGE', { detail: 'the text above choices' })
  return { body: writeChoices(choices), choices: await findShownChoices(deps, tx, ticket, choices) }
}

interface Prepared {
  earlier: Message[]
  connectionId: Ticket['connectionId']
  contactId: Ticket['contactId']
  quoted: Message | undefined
  typed: Typed
}

async function prepare(deps: MessageDeps, session: Session, request: SendRequest): Promise<Prepared> {
  const quotedId = parseQuotedId(request.body)
  const text = request.body.body
  const given = (request.body.captions ?? []).map((caption) => caption ?? '')
  const locale = await readLocale(deps, session.companyId, [text, ...given])
  return deps.db.withTenant(session.companyId, async (tx) => {
    const ticket = await findSendableTicket(deps, tx, session, { id: request.ticketId, lock: false })
    const earlier = await deps.messages.listByClientIds(
      tx,
      session.companyId,
      ticket.id,
      listClientIds(request.body.clientId),
    )
    if (earlier.length > 0)
      return {
        earlier,
        connectionId: ticket.connectionId,
        contactId: ticket.contactId,
        quoted: undefined,
        typed: { body: text, captions: given, vcard: '' },
      }
    assertOpen(ticket)
    const quoted =
      quotedId === undefined
        ? undefined
        : await findQuotableMessage(deps, tx, session, { ticket, id: quotedId })
    const [filled = '', ...captions] = await fillTyped(deps, tx, ticket, { texts: [text, ...given], locale })
    const vcard = await readVcards(deps, tx, session, request)
    const { connectionId, contactId } = ticket
    const { body, choices } = await offerChoices(deps, tx, ticket, {
      text: filled,
      given: request.body.choices,
    })
    return { earlier, connectionId, contactId, quoted, typed: { body, captions, vcard, choices } }
  })
}

async function buildAnswer(
  deps: MessageDeps,
  session: Session,
  messages: readonly Message[],
  contactId: Ticket['contactId'],
): Promise<MessageSnapshot[]> {
  const documents = await deps.documents.get(
    session.companyId,
    messages.map(({ id }) => id),
  )
  return messageSnapshots(messages, documents, contactId)
}

/* Text is sent by every connection. */
async function requireSendable(
  deps: MessageDeps,
  tx: Tx,
  ticket: Ticket,
  drafts: readonly Draft[],
): Promise<void> {
  const others = drafts.filter(({ message }) => message.kind !== 'chat')
  if (others.length === 0) return
  await requireOffered(deps, tx, ticket, (can) =>
    others.every(({ message, document }) => canSend(can, message.kind, document.media?.sizeBytes)),
  )
}

async function commit(
  deps: MessageDeps,
  session: Session,
  request: SendRequest,
  { drafts, quoted }: { drafts: readonly Draft[]; quoted: QuotedSource | undefined },
): Promise<Message[] | 'repeat'> {
  const clientIds = listClientIds(request.body.clientId)
  return deps.db.withTenant(session.companyId, async (tx) => {
    const ticket = await findSendableTicket(deps, tx, session, { id: request.ticketId, lock: true })
    if ((await deps.messages.listByClientIds(tx, session.companyId, ticket.id, clientIds)).length > 0)
      return 'repeat'
    assertOpen(ticket)
    await requireSendable(deps, tx, ticket, drafts)
    await claimMedia(
      deps,
      tx,
      session.companyId,
      drafts.flatMap(({ document }) => document.media ?? []),
    )
    const appended = await appendMessages(deps, tx, describeFound(ticket), { drafts })
    await requestOutbound(deps, tx, appended, { lane: OutboundLane.OUTBOUND_LANE_AGENT, quoted })
    return appended.messages
  })
}

function assertSendable({ uploads, body: { template, choices } }: SendRequest, { body, vcard }: Typed): void {
  if (choices && uploads.length > 0)
    throw new AppError('ERR_CREATING_MESSAGE', { detail: 'choices stand under a text' })
  if (template) {
    if (uploads.length > 1 || body.trim() !== '' || vcard !== '')
      throw new AppError('ERR_CREATING_MESSAGE', { detail: 'a template is a message of its own' })
    return
  }
  const hasOther = uploads.length > 0 || body.trim() !== ''
  if (vcard === '' && !hasOther) throw new AppError('ERR_CREATING_MESSAGE', { detail: 'nothing to send' })
  if (vcard !== '' && hasOther)
    throw new AppError('ERR_CREATING_MESSAGE', { detail: 'contacts are a message of their own' })
}

/**
 * The messages an agent sent, as soon as they are committed (ack 0): text, up to 10 medias with `body` as the first
 * one's caption, text with choices, the cards of contacts, or a message template of the connection with the file of its header; variables are filled in. Idempotent by `clientId`: a repeat answers the first messages and sends nothing.
 * @throws {AppError} ERR_NO_TICKET_FOUND, ERR_NO_PERMISSION, ERR_SENDING_WAPP_MSG unless the ticket is open,
 * ERR_CREATING_MESSAGE for blank text, for contacts beside anything else, for choices with files or under a text that is filled in too long, ERR_NO_CONTACT_FOUND, ERR_NO_MESSAGE_FOUND for a quote of another conversation,
 * ERR_FETCH_WAPP_MSG for a quote that is not there any more, ERR_MEDIA_EMPTY, ERR_MEDIA_TOO_LARGE, ERR_WAPP_NOT_OFFERED,
 * ERR_NO_TEMPLATE_FOUND, ERR_WAPP_TEMPLATE_UNUSABLE, ERR_TEMPLATE_FILE, ERR_TEMPLATE_VALUES
 */
export async function sendMessage(
  deps: MessageDeps,
  session: Session,
  request: SendRequest,
): Promise<MessageSnapshot[]> {
  const prepared = await prepare(deps, session, request)
  const { earlier, contactId, quoted } = prepared
  if (earlier.length > 0) return buildAnswer(deps, session, earlier, contactId)
  assertSendable(request, prepared.typed)
  const typed = await fillTemplate(deps, session, request, prepared)
  const quotedDocument = quoted && (await deps.documents.get(session.companyId, [quoted.id])).get(quoted.id)
  if (quoted && !quotedDocument) throw new AppError('ERR_FETCH_WAPP_MSG')
  const medias = describeRecording(request, await storeUploads(deps, session.companyId, request.uploads))
  const parts = buildParts(typed, medias)
  const drafts = draftOutgoing(deps.ids, parts, {
    source: 'desk',
    clientIds: listClientIds(request.body.clientId),
    userId: session.userId,
    senderName: session.name,
    quoted: quoted && excerptQuoted(quoted, quotedDocument),
    now: deps.clock.now(),
  })
  try {
    const sent = await commit(deps, session, request, {
      drafts,
      quoted: quoted && { message: quoted, body: quotedDocument?.body ?? '' },
    })
    if (sent !== 'repeat')
      return messageSnapshots(sent, new Map(drafts.map(({ document }) => [document.id, document])), contactId)
  } catch (error) {
    await discardMedia(deps, session.companyId, medias)
    throw error
  }
  await discardMedia(deps, session.companyId, medias)
  return buildAnswer(deps, session, (await prepare(deps, session, request)).earlier, contactId)
}
