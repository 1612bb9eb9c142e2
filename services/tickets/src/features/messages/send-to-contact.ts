import {
  connectionId,
  contactId,
  mayWorkOnTicket,
  queueId,
  userId,
  type CompanyId,
  type ConnectionId,
  type ContactId,
} from '@balcao/contracts'
import {
  OutboundLane,
  type Choices,
  type MessageSnapshot,
  type SendToContactRequest,
} from '@balcao/contracts/wire'
import { AppError, cleanText, type Session, type Tx } from '@balcao/kernel'

import { chooseConnection } from '../connections'
import { followsNumber, phoneIdentity, resolveContact, type Contact, type ResolvedContact } from '../contacts'
import {
  changeTicket,
  findOrOpenTicket,
  findSession,
  buildReopenCommand,
  requireWorkableTicket,
  type Assignment,
  type OpenedTicket,
} from '../tickets'
import { appendMessages, type Appended } from './append-messages'
import type { MessageDeps } from './message-deps'
import { messageSnapshots } from './message-snapshot'
import { findShownChoices } from './shown-choices'
import { draftOutgoing, requestOutbound, type OutgoingPart } from './outgoing'
import type { ContactSend } from './contact-send.store'

export interface SentToContact {
  messages: MessageSnapshot[]
  ticketId: number
}

function buildParts(
  { body, medias, template }: SendToContactRequest,
  choices: Choices | undefined,
): OutgoingPart[] {
  if (template) return [{ kind: 'template', body: cleanText(body), template, media: medias[0] }]
  if (medias.length === 0) return [{ body: cleanText(body), choices }]
  return medias.map((media, index) => ({ media, body: index === 0 ? cleanText(body) : '' }))
}

function assertSendable(request: SendToContactRequest): void {
  if (request.clientKey === '') throw new AppError('ERR_VALIDATION', { detail: 'client_key is required' })
  if ((request.contactId === 0) === (request.number === ''))
    throw new AppError('ERR_VALIDATION', { detail: 'either contact_id or number' })
  if (request.number !== '' && !/^\d{8,15}$/.test(request.number))
    throw new AppError('ERR_WAPP_INVALID_CONTACT')
  if (request.template && request.medias.length > 1)
    throw new AppError('ERR_VALIDATION', { detail: 'a template is a message of its own' })
  if (request.choices && (request.template || request.medias.length > 0))
    throw new AppError('ERR_VALIDATION', { detail: 'choices stand under a text' })
  if (request.medias.length === 0 && request.body.trim() === '')
    throw new AppError('ERR_CREATING_MESSAGE', { detail: 'nothing to send' })
}

async function resolveRecipient(
  deps: MessageDeps,
  tx: Tx,
  companyId: CompanyId,
  request: SendToContactRequest,
): Promise<ResolvedContact> {
  if (request.contactId === 0) {
    const { number } = request
    const party = { name: '', number, isGroup: false }
    return resolveContact(deps, tx, {
      companyId,
      identities: [phoneIdentity(number)],
      party,
      now: deps.clock.now(),
    })
  }
  const contact = await deps.contacts.findCurrent(tx, companyId, contactId(request.contactId))
  if (!contact) throw new AppError('ERR_NO_CONTACT_FOUND')
  await assertSameNumber(deps, tx, contact, request)
  return { contact, isNew: false }
}

async function assertSameNumber(
  deps: MessageDeps,
  tx: Tx,
  { companyId, id }: Contact,
  { writtenAt, userId: author }: SendToContactRequest,
): Promise<void> {
  if (!writtenAt) return
  const change = await deps.contacts.findNumberChange(tx, companyId, id)
  const written = { author: author === undefined ? undefined : userId(author), writtenAt }
  if (!followsNumber(change, written)) throw new AppError('ERR_CONTACT_NUMBER_CHANGED')
}

/** The connection asked for, else the contact's last one, else the default one. */
export async function chooseContactConnection(
  deps: MessageDeps,
  tx: Tx,
  companyId: CompanyId,
  { id, requestedId }: { id: ContactId; requestedId: number },
): Promise<ConnectionId> {
  const connections = await deps.connections.list(tx, companyId)
  if (requestedId !== 0)
    return chooseConnection(connections, { given: connectionId(requestedId), own: undefined }).id
  const last = await deps.tickets.findLastConnection(tx, companyId, id)
  return chooseConnection(connections, { given: undefined, own: last }).id
}

/** The assignment of a ticket that such a send opens. @throws {AppError} ERR_QUEUE_NOT_FOUND */
async function chooseAssignment(
  deps: MessageDeps,
  tx: Tx,
  companyId: CompanyId,
  request: SendToContactRequest,
): Promise<Assignment> {
  const queue = request.queueId === undefined ? null : queueId(request.queueId)
  if (queue !== null && !(await deps.tickets.hasQueue(tx, companyId, queue)))
    throw new AppError('ERR_QUEUE_NOT_FOUND')
  if (request.userId === undefined) return { status: 'pending', userId: null, queueId: queue }
  return { status: 'open', userId: userId(request.userId), queueId: queue }
}

interface Opening {
  request: SendToContactRequest
  /** The named agent, who must be allowed to work on the ticket. Undefined: the company itself. */
  author: Session | undefined
  windowMinutes: number
}

async function openTicketForSend(
  deps: MessageDeps,
  tx: Tx,
  companyId: CompanyId,
  { request, author, windowMinutes }: Opening,
): Promise<OpenedTicket> {
  const { contact, isNew } = await resolveRecipient(deps, tx, companyId, request)
  const connection = await chooseContactConnection(deps, tx, companyId, {
    id: contact.id,
    requestedId: request.connectionId,
  })
  const whenNew = await chooseAssignment(deps, tx, companyId, request)
  const opened = await findOrOpenTicket(deps, tx, {
    companyId,
    contact: { ...contact, isNew },
    connectionId: connection,
    reopenWindowMinutes: windowMinutes,
    mayReopen: (closed) => !author || mayWorkOnTicket(author, closed),
    whenNew,
    // With `closeTicket` the closed ticket is not reopened.
    reopenWith: request.closeTicket ? undefined : buildReopenCommand(whenNew),
    by: author?.userId,
  })
  if (author && opened.how === 'found') requireWorkableTicket(author, opened.ticket)
  return opened
}

const chooseLane = ({ lane }: SendToContactRequest): OutboundLane =>
  lane === OutboundLane.OUTBOUND_LANE_CAMPAIGN ? lane : OutboundLane.OUTBOUND_LANE_AGENT

async function buildAnswer(
  deps: MessageDeps,
  companyId: CompanyId,
  send: ContactSend,
): Promise<SentToContact> {
  const { rows, ticket } = await deps.db.withTenant(companyId, async (tx) => ({
    rows: await deps.messages.listByIds(tx, companyId, send.messageIds),
    ticket: await deps.tickets.find(tx, companyId, send.ticketId),
  }))
  const documents = await deps.documents.get(companyId, send.messageIds)
  return {
    ticketId: send.ticketId,
    messages: ticket ? messageSnapshots(rows, documents, ticket.contactId) : [],
  }
}

const answerSend = ({ ticket, messages, documents }: Appended): SentToContact => ({
  ticketId: ticket.id,
  messages: messageSnapshots(messages, documents, ticket.contactId),
})

/** Keys of the files that a send's messages carry; none when no such send was committed, or it is forgotten. */
export async function listSentMedia(
  deps: MessageDeps,
  companyId: CompanyId,
  clientKey: string,
): Promise<string[]> {
  const send = await deps.db.withTenant(companyId, (tx) => deps.sends.findByKey(tx, companyId, clientKey))
  const documents = send && (await deps.documents.get(companyId, send.messageIds))
  return [...(documents?.values() ?? [])].flatMap(({ media }) => media?.key ?? [])
}

/**
 * Writes outgoing messages into the contact's ticket and asks the gateway to send them. The contact is created when the number
 * is new, the ticket when there is none; unread counts stay. Idempotent by (company, client key): a repeat answers the first.
 * @throws {AppError} ERR_NO_PERMISSION when the contact is served in a ticket that the named user may not work on,
 * ERR_CONTACT_NUMBER_CHANGED, ERR_NO_CONTACT_FOUND, ERR_NO_WAPP_FOUND, ERR_NO_DEF_WAPP_FOUND, ERR_QUEUE_NOT_FOUND, ERR_NO_USER_FOUND, ERR_CREATING_MESSAGE
 */
export async function sendToContact(
  deps: MessageDeps,
  companyId: CompanyId,
  request: SendToContactRequest,
): Promise<SentToContact> {
  assertSendable(request)
  const earlier = await deps.db.withTenant(companyId, (tx) =>
    deps.sends.findByKey(tx, companyId, request.clientKey),
  )
  if (earlier) return buildAnswer(deps, companyId, earlier)
  const author =
    request.userId === undefined
      ? undefined
      : await findSession(deps.sessions, companyId, userId(request.userId))
  if (request.userId !== undefined && !author) throw new AppError('ERR_NO_USER_FOUND')
  const { reopenWindowMinutes } = await deps.settings.of(companyId)
  const context = {
    source: 'service' as const,
    clientIds: [],
    userId: author?.userId,
    senderName: cleanText(request.senderName || (author?.name ?? '')),
    now: deps.clock.now(),
  }
  const result = await deps.db.withTenant(companyId, async (tx) => {
    const done = await deps.sends.lockByKey(tx, companyId, request.clientKey)
    if (done) return { done }
    const opened = await openTicketForSend(deps, tx, companyId, {
      request,
      author,
      windowMinutes: reopenWindowMinutes,
    })
    const choices = await findShownChoices(deps, tx, opened.ticket, request.choices)
    const drafts = draftOutgoing(deps.ids, buildParts(request, choices), context)
    const appended = await appendMessages(deps, tx, opened, { drafts })
    await requestOutbound(deps, tx, appended, { lane: chooseLane(request), clientKey: request.clientKey })
    if (request.closeTicket)
      await changeTicket(deps, tx, appended.ticket, { command: { kind: 'resolve', agent: null } })
    await deps.sends.insert(tx, companyId, {
      clientKey: request.clientKey,
      ticketId: opened.ticket.id,
      messageIds: drafts.map(({ message }) => message.id),
      createdAt: context.now,
    })
    return { appended }
  })
  return result.done ? buildAnswer(deps, companyId, result.done) : answerSend(result.appended)
}
