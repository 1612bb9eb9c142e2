import { connectionId, keepDigits, messageId, type CompanyId } from '@balcao/contracts'
import type { AdReply, DeskEvent, MessageReceived, QuotedMessage } from '@balcao/contracts/wire'
import { cleanText, type Tx } from '@balcao/kernel'

import { answerConversation, holdFields, type ConversationDeps } from '../assistants'
import type { CustomerMessage } from '../bots'
import { findSoleQueue, type Connection } from '../connections'
import {
  isPrivacyJid,
  listIdentities,
  resolveContact,
  type Contact,
  type Identity,
  type KnownIdentity,
} from '../contacts'
import {
  appendMessages,
  excerptQuoted,
  readMediaProgress,
  toWaIdentity,
  type AfterMessages,
  type CampaignMessage,
  type Draft,
  type Message,
  type MessageDeps,
  type MessageDocument,
} from '../messages'
import {
  describeFound,
  findOrOpenTicket,
  isWaitingForRating,
  type OpenedTicket,
  type Ticket,
  type TrackingStore,
} from '../tickets'
import { decideCampaignAnswer } from './campaign-answer'
import { campaignAnswered, buildCampaignExcerpt, toHeldAnswer } from './campaign-events'
import { clampTime, draftArrived } from './draft-arrived'
import { takeOwnFiles, transactWithCopies } from './file-copies'
import { findRating, receiveRating } from './receive-rating'
import { draftHeld } from './show-campaigns'
import type { StrangerCalls } from './stranger-calls'
import type { CompanySettings } from '../settings'

export const INBOUND_GROUP = 'tickets.inbound'

export const readParty = (value: MessageReceived) => {
  const named = cleanText(value.contact?.name ?? '')
  if (value.isGroup)
    return { name: named, number: keepDigits(value.remoteJid.split('@')[0] ?? ''), isGroup: true }
  // `pushName` of our own messages is the owner's, not the customer's.
  return { name: value.fromMe ? '' : named, number: keepDigits(value.contact?.number ?? ''), isGroup: false }
}

/* The chat's own jid is the most reliable identity. */
export const chatIdentities = (value: MessageReceived): Identity[] => {
  const { number = '', lid = '', bsuid } = value.contact ?? {}
  const identities = listIdentities({ number, lid, bsuid }, value.isGroup, value.remoteJid)
  return isPrivacyJid(value.remoteJid) ? identities.toReversed() : identities
}

const readSenderName = (value: MessageReceived): string => {
  if (value.fromMe || !value.isGroup) return ''
  return cleanText(value.sender?.name || value.sender?.number || '')
}

/** An excerpt of the message that this one quotes, when it is stored here. */
export async function findQuoted(
  deps: MessageDeps,
  companyId: CompanyId,
  value: MessageReceived,
): Promise<QuotedMessage | undefined> {
  if (value.quotedWaId === '') return undefined
  const message = await deps.db.withTenant(companyId, async (tx) => {
    const [known] = await deps.contacts.listByIdentities(tx, companyId, chatIdentities(value))
    const chat = known && { contactId: known.contact.id, connectionId: connectionId(value.connectionId) }
    return chat && deps.messages.findQuoted(tx, companyId, chat, value.quotedWaId)
  })
  if (!message) return findQuotedCampaign(deps, companyId, value)
  return excerptQuoted(message, (await deps.documents.get(companyId, [message.id])).get(message.id))
}

/* What a campaign sent and no ticket shows yet. */
async function findQuotedCampaign(
  deps: MessageDeps,
  companyId: CompanyId,
  value: MessageReceived,
): Promise<QuotedMessage | undefined> {
  const known = await deps.db.withTenant(companyId, (tx) =>
    deps.campaignMessages.lockOfPerson(
      tx,
      companyId,
      connectionId(value.connectionId),
      chatIdentities(value),
    ),
  )
  const quoted = known.find(({ waId, document }) => document && waId === value.quotedWaId)
  return quoted?.document && excerptQuoted(buildCampaignExcerpt(quoted), quoted.document)
}

const cleanAd = ({ title, body, ...ad }: AdReply): AdReply => ({
  ...ad,
  title: cleanText(title),
  body: cleanText(body),
})

export function buildDocument(
  event: DeskEvent,
  value: MessageReceived,
  quoted: QuotedMessage | undefined,
): MessageDocument {
  return {
    id: messageId(event.eventId),
    body: cleanText(value.body),
    media: value.media && { ...value.media, name: cleanText(value.media.name) },
    quoted,
    location: value.location && {
      ...value.location,
      name: cleanText(value.location.name),
      address: cleanText(value.location.address),
    },
    vcard: cleanText(value.vcard),
    ad: value.ad && cleanAd(value.ad),
    choiceId: value.choiceId === undefined ? undefined : cleanText(value.choiceId),
    senderName: readSenderName(value),
  }
}

export const buildDraft = (value: MessageReceived, document: MessageDocument, now: Date): Draft =>
  draftArrived(document, {
    remoteJid: value.remoteJid,
    participant: value.participant,
    fromMe: value.fromMe,
    waId: value.waId,
    kind: value.kind,
    marks: value.marks,
    ...readMediaProgress(value),
    createdAt: clampTime(value.sentAt, now),
    updatedAt: now,
  })

/** Ports of what arrives on a phone. */
export interface InboundDeps extends MessageDeps, ConversationDeps {
  trackings: TrackingStore
  strangerCalls: StrangerCalls
}

interface Arrival {
  value: MessageReceived
  contact: Contact
  isNewContact: boolean
  settings: CompanySettings
  /** Undefined when it was deleted. */
  connection: Connection | undefined
  now: Date
}

/** What is known when a message arrives. */
interface KnownBefore {
  people: readonly KnownIdentity[]
  connection: Connection | undefined
  /** Their unclosed tickets on the connection, locked. */
  tickets: readonly Ticket[]
  /** What campaigns and they wrote to each other, newest first, locked. */
  campaigns: readonly CampaignMessage[]
}

/* A message of ours comes back under another name of its chat, too, once the gateway has deleted its row. */
async function findStored(
  deps: MessageDeps,
  tx: Tx,
  companyId: CompanyId,
  value: MessageReceived,
): Promise<Message | undefined> {
  const identity = toWaIdentity(value)
  const [same, sent] = await Promise.all([
    deps.messages.findByIdentity(tx, companyId, identity),
    value.fromMe ? deps.messages.findSent(tx, companyId, identity.connectionId, value.waId) : undefined,
  ])
  return same ?? sent
}

/**
 * Claims the event and reads what the message needs, in one round trip. Undefined when the event was claimed before, or the
 * message's WhatsApp identity is known.
 */
async function readKnown(
  deps: MessageDeps,
  tx: Tx,
  event: DeskEvent,
  { value, now }: { value: MessageReceived; now: Date },
): Promise<KnownBefore | undefined> {
  const { companyId } = event
  const identities = chatIdentities(value)
  const id = connectionId(value.connectionId)
  const [isNew, repeated, people, connection, tickets, campaigns] = await Promise.all([
    deps.inbox.claim(tx, INBOUND_GROUP, event.eventId),
    findStored(deps, tx, companyId, value),
    deps.contacts.listWriters(tx, companyId, identities, clampTime(value.sentAt, now)),
    deps.connections.find(tx, companyId, id),
    deps.tickets.lockUnclosedOfPerson(tx, companyId, identities, id),
    deps.campaignMessages.lockOfPerson(tx, companyId, id, identities),
  ])
  return isNew && !repeated ? { people, connection, tickets, campaigns } : undefined
}

/* A contact that is about to be merged may get another ticket. */
const findLocked = ({ people, tickets }: KnownBefore, { id }: Contact): Ticket | undefined =>
  people.every(({ contact }) => contact.id === id)
    ? tickets.find(({ contactId }) => contactId === id)
    : undefined

async function findTicketForArrival(
  deps: MessageDeps,
  tx: Tx,
  { value, contact, isNewContact, settings, connection, now }: Arrival,
  known: KnownBefore,
): Promise<OpenedTicket> {
  const locked = findLocked(known, contact)
  if (locked) return describeFound(locked)
  const queueId = findSoleQueue(connection)
  return findOrOpenTicket(deps, tx, {
    companyId: contact.companyId,
    contact: { ...contact, isNew: isNewContact },
    connectionId: connectionId(value.connectionId),
    reopenWindowMinutes: settings.reopenWindowMinutes,
    mayReopen: () => true,
    takesClosed: (closed) =>
      findRating(value) !== undefined && isWaitingForRating(closed, settings.ratingMinutes, now),
    whenNew: { status: 'pending', userId: null, queueId },
    // What we type on the phone is added to a closed ticket, and leaves it closed.
    reopenWith: value.fromMe ? undefined : { kind: 'reopen-for-customer', queueId },
  })
}

/** The texts of the bot, and the assistant that holds the ticket from now on. */
export async function answer(
  deps: InboundDeps,
  tx: Tx,
  message: CustomerMessage,
  { id }: MessageDocument,
): Promise<AfterMessages> {
  const { assistant, ...after } = await answerConversation(deps, tx, message, id)
  return assistant ? { ...after, fields: holdFields(assistant) } : after
}

const noAnswers: AfterMessages = { answers: [], bot: undefined }

/**
 * What the contact's message is for a campaign, with its event. One that the campaign takes and no ticket is there for is held for
 * the next ticket: true.
 */
async function answerCampaign(
  deps: MessageDeps,
  tx: Tx,
  event: DeskEvent,
  { value, document, known }: { value: MessageReceived; document: MessageDocument; known: KnownBefore },
): Promise<{ isTaken: boolean; isOver: boolean }> {
  const now = deps.clock.now()
  const [ticket] = known.tickets
  const found = value.isGroup ? undefined : decideCampaignAnswer(value, known.campaigns, ticket, now)
  if (!found) return { isTaken: false, isOver: false }
  await deps.events.append(tx, [campaignAnswered(deps, event, value, found)])
  const isOver = found.isTaken && !ticket
  if (isOver)
    await deps.campaignMessages.insert(tx, toHeldAnswer(found, value, document, clampTime(value.sentAt, now)))
  return { isTaken: found.isTaken, isOver }
}

/* The gateway names the file in its journal for 30 days only. A message that was shown before keeps its own. */
async function discardFile(deps: MessageDeps, companyId: CompanyId, value: MessageReceived): Promise<void> {
  if (!value.media) return
  const known = await deps.db.withTenant(companyId, (tx) => findStored(deps, tx, companyId, value))
  if (!known) await deps.blobs.delete(value.media.key)
}

/**
 * A phone message becomes a ticket message. Two steps, each safe to repeat: the quoted excerpt is looked up, then one transaction
 * claims the event and writes contact, ticket, row, document (its id is the event's) and events.
 * What the number's bot says to it leaves in that transaction. A message whose WhatsApp identity is known already changes nothing.
 * What campaigns sent to the person before stands above it; an answer that a campaign takes opens no ticket.
 */
export async function receiveMessage(
  deps: InboundDeps,
  event: DeskEvent,
  value: MessageReceived,
): Promise<void> {
  const { companyId } = event
  const settings = await deps.settings.of(companyId)
  if (value.isGroup && settings.ignoresGroups) return discardFile(deps, companyId, value)
  const document = buildDocument(event, value, await findQuoted(deps, companyId, value))
  // One time for all runs: what the bot says must not differ between them.
  const now = deps.clock.now()
  await transactWithCopies(deps, companyId, async (tx, copies) => {
    const known = await readKnown(deps, tx, event, { value, now })
    if (!known) return
    const { isTaken, isOver } = await answerCampaign(deps, tx, event, { value, document, known })
    if (isOver) return
    const { contact, isNew } = await resolveContact(deps, tx, {
      companyId,
      identities: chatIdentities(value),
      party: readParty(value),
      known: known.people,
      writtenAt: clampTime(value.sentAt, now),
      now,
    })
    const arrival = { value, contact, isNewContact: isNew, settings, connection: known.connection, now }
    const opened = await findTicketForArrival(deps, tx, arrival, known)
    const after = isTaken
      ? noAnswers
      : ((await receiveRating(deps, tx, opened, arrival)) ??
        (await answer(deps, tx, { ...arrival, opened, contactName: contact.name }, document)))
    const held = await draftHeld(deps, tx, companyId, { known: known.campaigns, copies })
    const answers = takeOwnFiles(copies, after.answers)
    await appendMessages(deps, tx, opened, {
      ...after,
      drafts: [...held, buildDraft(value, document, now)],
      answers,
    })
  })
}
