import {
  MAX_FORWARD_RECIPIENTS,
  contactId as toContactId,
  mayWorkOnTicket,
  ticketId as toTicketId,
  type BodyOf,
  type ContactId,
  type forwardMessages as forwardEndpoint,
  type TicketId,
} from '@balcao/contracts'
import { OutboundLane, type Media, type MessageSnapshot } from '@balcao/contracts/wire'
import { AppError, type Session, type Tx } from '@balcao/kernel'

import {
  assertOpen,
  buildReopenCommand,
  describeFound,
  findOrOpenTicket,
  requireWorkableTicket,
  type Assignment,
  type OpenedTicket,
} from '../tickets'
import { appendMessages, type Draft } from './append-messages'
import { copyMedia } from './copy-file'
import type { Message } from './message'
import type { MessageDeps } from './message-deps'
import { messageSnapshots } from './message-snapshot'
import { draftOutgoing, listClientIds, requestOutbound, type OutgoingPart } from './outgoing'
import { readForwarded, type Forwarded, type ForwardedPart } from './read-forwarded'
import { chooseContactConnection } from './send-to-contact'
import { claimMedia, discardMedia } from './store-uploads'

type ForwardBody = BodyOf<typeof forwardEndpoint>

type Recipient = { kind: 'ticket'; id: TicketId } | { kind: 'contact'; id: ContactId }

/** @throws {AppError} ERR_VALIDATION for none, or more than MAX_FORWARD_RECIPIENTS together. */
function listRecipients({ ticketIds, contactIds }: ForwardBody): Recipient[] {
  const recipients = [
    ...[...new Set(ticketIds)].map((id) => ({ kind: 'ticket' as const, id: toTicketId(id) })),
    ...[...new Set(contactIds)].map((id) => ({ kind: 'contact' as const, id: toContactId(id) })),
  ]
  if (recipients.length === 0 || recipients.length > MAX_FORWARD_RECIPIENTS)
    throw new AppError('ERR_VALIDATION', { detail: `1 to ${MAX_FORWARD_RECIPIENTS} tickets and contacts` })
  return recipients
}

/* What cannot be sent is refused before anything is. */
async function assertRecipients(
  deps: MessageDeps,
  session: Session,
  recipients: readonly Recipient[],
): Promise<void> {
  const { companyId } = session
  await deps.db.withTenant(companyId, async (tx) => {
    for (const { kind, id } of recipients) {
      if (kind === 'ticket')
        assertOpen(requireWorkableTicket(session, await deps.tickets.find(tx, companyId, id)))
      else if (!(await deps.contacts.find(tx, companyId, id))) throw new AppError('ERR_NO_CONTACT_FOUND')
    }
  })
}

/** A contact's ticket: the unclosed one, the last closed one within the company's window, or a new one of this agent. */
async function openForContact(
  deps: MessageDeps,
  tx: Tx,
  session: Session,
  { id, queueId, windowMinutes }: Opening & { id: ContactId },
): Promise<OpenedTicket> {
  const { companyId, userId } = session
  const contact = await deps.contacts.find(tx, companyId, id)
  if (!contact) throw new AppError('ERR_NO_CONTACT_FOUND')
  const whenNew: Assignment = { status: 'open', userId, queueId }
  const opened = await findOrOpenTicket(deps, tx, {
    companyId,
    contact,
    connectionId: await chooseContactConnection(deps, tx, companyId, { id, requestedId: 0 }),
    reopenWindowMinutes: windowMinutes,
    mayReopen: (closed) => mayWorkOnTicket(session, closed),
    whenNew,
    reopenWith: buildReopenCommand(whenNew),
    by: userId,
  })
  requireWorkableTicket(session, opened.ticket)
  return opened
}

interface Opening {
  queueId: Forwarded['queueId']
  windowMinutes: number
}

async function lockRecipient(
  deps: MessageDeps,
  tx: Tx,
  session: Session,
  { recipient, opening }: Pick<Sending, 'recipient' | 'opening'>,
): Promise<OpenedTicket> {
  if (recipient.kind === 'contact') return openForContact(deps, tx, session, { ...opening, id: recipient.id })
  const found = await deps.tickets.lock(tx, session.companyId, recipient.id)
  const ticket = requireWorkableTicket(session, found)
  assertOpen(ticket)
  return describeFound(ticket)
}

/* A template has the values of its own customer, and choices are answers to the ticket's bot: to others their text is sent, under the file. */
function toPartFor(recipient: Recipient, { ticketId, ...part }: ForwardedPart): OutgoingPart {
  if (recipient.kind === 'ticket' && recipient.id === ticketId) return part
  // Without a kind it is a text, or as its file's type is shown.
  return part.template ? { ...part, kind: undefined, template: undefined } : { ...part, choices: undefined }
}

/** @throws {AppError} ERR_NO_MEDIA_FOUND when a file is gone. */
async function copyParts(
  deps: MessageDeps,
  { companyId }: Session,
  recipient: Recipient,
  parts: readonly ForwardedPart[],
): Promise<OutgoingPart[]> {
  const copies: OutgoingPart[] = []
  for (const part of parts.map((given) => toPartFor(recipient, given))) {
    const media = part.media && (await copyMedia(deps, companyId, part.media))
    if (part.media && !media) throw new AppError('ERR_NO_MEDIA_FOUND')
    copies.push({ ...part, media })
  }
  return copies
}

const listFiles = (drafts: readonly Draft[]): Media[] =>
  drafts.flatMap(({ document }) => document.media ?? [])

interface Sending {
  recipient: Recipient
  drafts: readonly Draft[]
  clientIds: readonly string[]
  opening: Opening
}

interface SentTo {
  messages: Message[]
  contactId: ContactId
  isRepeat: boolean
}

const commit = (deps: MessageDeps, session: Session, sending: Sending): Promise<SentTo> =>
  deps.db.withTenant(session.companyId, async (tx) => {
    const { companyId } = session
    const opened = await lockRecipient(deps, tx, session, sending)
    const { id, contactId } = opened.ticket
    const earlier = await deps.messages.listByClientIds(tx, companyId, id, sending.clientIds)
    if (earlier.length > 0) return { messages: earlier, contactId, isRepeat: true }
    await claimMedia(deps, tx, companyId, listFiles(sending.drafts))
    const appended = await appendMessages(deps, tx, opened, { drafts: sending.drafts })
    await requestOutbound(deps, tx, appended, { lane: OutboundLane.OUTBOUND_LANE_AGENT })
    return { messages: appended.messages, contactId, isRepeat: false }
  })

async function sendTo(
  deps: MessageDeps,
  session: Session,
  parts: readonly ForwardedPart[],
  sending: Omit<Sending, 'drafts'>,
): Promise<MessageSnapshot[]> {
  const { companyId, userId, name } = session
  const drafts = draftOutgoing(deps.ids, await copyParts(deps, session, sending.recipient, parts), {
    source: 'desk',
    clientIds: sending.clientIds,
    userId,
    senderName: name,
    now: deps.clock.now(),
  })
  const sent = await commitDrafts(deps, session, { ...sending, drafts })
  const documents = await deps.documents.get(
    companyId,
    sent.messages.map(({ id }) => id),
  )
  return messageSnapshots(sent.messages, documents, sent.contactId)
}

async function commitDrafts(deps: MessageDeps, session: Session, sending: Sending): Promise<SentTo> {
  const { companyId } = session
  const files = listFiles(sending.drafts)
  try {
    const sent = await commit(deps, session, sending)
    if (sent.isRepeat) await discardMedia(deps, companyId, files)
    return sent
  } catch (error) {
    await discardMedia(deps, companyId, files)
    throw error
  }
}

/**
 * The messages sent on, in their order, to each recipient in turn: one transaction each. Idempotent by `clientId`: a repeat
 * sends to those only that did not get them. The text is sent as it stands, without variables and signature.
 * @throws {AppError} ERR_NO_MESSAGE_FOUND, ERR_FETCH_WAPP_MSG, ERR_NO_MEDIA_FOUND, ERR_NO_TICKET_FOUND, ERR_NO_CONTACT_FOUND,
 * ERR_NO_PERMISSION, ERR_SENDING_WAPP_MSG unless the ticket is open, ERR_NO_WAPP_FOUND, ERR_NO_DEF_WAPP_FOUND
 */
export async function forwardMessages(
  deps: MessageDeps,
  session: Session,
  body: ForwardBody,
): Promise<MessageSnapshot[]> {
  const recipients = listRecipients(body)
  const { parts, queueId } = await readForwarded(deps, session, body.messageIds)
  await assertRecipients(deps, session, recipients)
  const { reopenWindowMinutes: windowMinutes } = await deps.settings.of(session.companyId)
  const clientIds = listClientIds(body.clientId)
  const sent: MessageSnapshot[] = []
  for (const recipient of recipients)
    sent.push(
      ...(await sendTo(deps, session, parts, { recipient, clientIds, opening: { queueId, windowMinutes } })),
    )
  return sent
}
