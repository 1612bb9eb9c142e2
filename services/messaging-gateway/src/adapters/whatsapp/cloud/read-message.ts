import type { MessageKind } from '@balcao/contracts'

import type {
  Address,
  AdReply,
  InboundMedia,
  InboundMessage,
  InboundReaction,
  InboundRevision,
  Location,
  MessagePrice,
  NumberChange,
  Person,
} from '../../../features/whatsapp-driver'
import { readNumber, readRecord, readRecords, readText, type JsonObject } from '@balcao/kernel'

import { toAddress } from './addresses'
import { readPermission, type CallReading } from './read-call'
import { readSharedNumber, toVcards } from './read-contacts'
import { readName, readTime, toPerson } from './read-fields'

/** What a message of the webhook is. `unreadable`: it cannot be shown, for this reason. */
export type Reading =
  | CallReading
  | { as: 'message'; message: InboundMessage }
  | { as: 'reaction'; reaction: InboundReaction }
  | { as: 'revision'; revision: InboundRevision }
  | { as: 'number-change'; change: NumberChange }

/** Opens a received file by its id. */
export type OpenMedia = (mediaId: string) => InboundMedia['open']

type Content = Pick<InboundMessage, 'kind' | 'body'> &
  Partial<Pick<InboundMessage, 'media' | 'location' | 'vcard' | 'choiceId'>>

const toChatText = (body: string): Content => ({ kind: 'chat', body })
const unsupported: Content = { kind: 'unsupported', body: '' }

/* Kinds with a file, by Meta's name. */
const fileKinds: Readonly<Record<string, MessageKind>> = {
  image: 'image',
  video: 'video',
  audio: 'audio',
  voice: 'audio',
  document: 'application',
  sticker: 'sticker',
}

function readFile(kind: MessageKind, file: JsonObject, openMedia: OpenMedia): Content {
  const id = readText(file.id)
  // Too large or of a type that Meta does not pass on.
  if (id === '') return unsupported
  const media: InboundMedia = {
    name: readText(file.filename),
    claimedMimeType: readText(file.mime_type),
    durationSeconds: 0,
    sizeBytes: 0,
    reference: { mediaId: id },
    open: openMedia(id),
  }
  return { kind, body: readText(file.caption), media }
}

function readLocation(given: JsonObject): Content {
  const [latitude, longitude] = [readNumber(given.latitude), readNumber(given.longitude)]
  if (latitude === undefined || longitude === undefined) return unsupported
  const location: Location = {
    latitude,
    longitude,
    name: readText(given.name),
    address: readText(given.address),
  }
  return { kind: 'locationMessage', body: '', location }
}

/* What was chosen stands as the customer's text: bots read it as such. */
function readChoice(interactive: JsonObject): Content {
  const { id, title } = readRecord(interactive[readText(interactive.type)])
  if (readText(title) !== '') return { ...toChatText(readText(title)), choiceId: readText(id) }
  const flow = readText(readRecord(interactive.nfm_reply).body)
  return flow === '' ? unsupported : toChatText(flow)
}

/* Of a template: without a payload of ours Meta brings back the text. */
function readQuickReply({ text, payload }: JsonObject): Content {
  const title = readText(text)
  const id = readText(payload)
  return { ...toChatText(title), choiceId: id === '' || id === title ? undefined : id }
}

function readContent(message: JsonObject, openMedia: OpenMedia): Content {
  const type = readText(message.type)
  const own = readRecord(message[type])
  const fileKind = fileKinds[type]
  if (fileKind) return readFile(fileKind, own, openMedia)
  switch (type) {
    case 'text':
      return toChatText(readText(own.body))
    case 'button':
      return readQuickReply(own)
    case 'interactive':
      return readChoice(own)
    case 'location':
      return readLocation(own)
    case 'contacts': {
      const vcard = toVcards(message.contacts)
      return vcard === '' ? unsupported : { kind: 'vcard', body: '', vcard }
    }
    default:
      return unsupported
  }
}

function readAd(referral: JsonObject): AdReply | undefined {
  if (Object.keys(referral).length === 0) return undefined
  const url = readText(referral.source_url)
  return {
    title: readText(referral.headline),
    body: readText(referral.body),
    url: /^https?:\/\//.test(url) ? url : '',
    sourceType: readText(referral.source_type),
    sourceId: readText(referral.source_id),
    thumbnail: '',
  }
}

const isForwarded = (context: JsonObject): boolean =>
  context.forwarded === true || context.frequently_forwarded === true

function readReaction(message: JsonObject, by: Person | undefined, chat: Address): Reading {
  const reaction = readRecord(message.reaction)
  const waId = readText(reaction.message_id)
  if (waId === '') return { as: 'unreadable', reason: 'a reaction without its message' }
  return {
    as: 'reaction',
    reaction: {
      chat,
      author: undefined,
      fromMe: true,
      isWriterUnknown: true,
      waId,
      emoji: readText(reaction.emoji),
      by,
      sentAt: readTime(message.timestamp),
    },
  }
}

/*
 * The writer's edit or deletion of an own message. webhooks/reference/messages/edit and …/revoke (21 May 2026): of numbers in use with the
 * WhatsApp Business app only.
 */
function readRevision(message: JsonObject, { chat, fromMe }: { chat: Address; fromMe: boolean }): Reading {
  const type = readText(message.type)
  const change = readRecord(message[type])
  const waId = readText(change.original_message_id)
  const content = readRecord(change.message)
  const kind = readText(content.type)
  const { body, caption } = readRecord(content[kind])
  const deleted = type === 'revoke'
  if (waId === '' || (!deleted && kind === ''))
    return { as: 'unreadable', reason: `a change without its message: ${type}` }
  const written = deleted ? '' : readText(body) || readText(caption)
  return { as: 'revision', revision: { chat, author: undefined, fromMe, waId, deleted, body: written } }
}

/* Of a notice; `user_changed_user_id` where Meta shows no number. */
const NUMBER_CHANGES = ['user_changed_number', 'user_changed_user_id']

const isKnown = ({ number, bsuid = '' }: Person): boolean => number !== '' || bsuid !== ''

/*
 * webhooks/reference/messages/system (11 August 2026). `previous_user_id` came with that revision; before it `from_user_id` alone told the
 * former id.
 */
function readNumberChange(message: JsonObject, system: JsonObject): Reading {
  const waId = readText(message.id)
  const bsuid = readText(system.previous_user_id) || readText(message.from_user_id)
  const before = toPerson(message.from, bsuid)
  const after = toPerson(system.wa_id, system.user_id)
  if (waId === '' || !isKnown(before) || !isKnown(after))
    return { as: 'unreadable', reason: `a notice without ids: ${readText(system.type)}` }
  const chat = toAddress(before.number, bsuid)
  return {
    as: 'number-change',
    change: { waId, chat, before, after, changedAt: readTime(message.timestamp) },
  }
}

/* Notices in the shape of a message, which no customer wrote. */
const NOTICES = ['system', 'request_welcome', 'request_call_permission', 'call_permission_reply']

function findObstacle(message: JsonObject): string | undefined {
  const type = readText(message.type)
  if (readText(message.group_id) !== '') return 'a message of a group'
  if (readText(message.id) === '') return 'a message without an id'
  if (readText(message.from) === '' && readText(message.from_user_id) === '')
    return 'a message without a sender'
  return NOTICES.includes(type) ? `a notice: ${type}` : undefined
}

interface Side {
  chat: Address
  customer: Person
  fromMe: boolean
}

function readFrom({ chat, customer, fromMe }: Side, message: JsonObject, openMedia: OpenMedia): Reading {
  if (message.type === 'reaction') return readReaction(message, fromMe ? undefined : customer, chat)
  if (message.type === 'edit' || message.type === 'revoke') return readRevision(message, { chat, fromMe })
  const context = readRecord(message.context)
  const content = readContent(message, openMedia)
  return {
    as: 'message',
    message: {
      waId: readText(message.id),
      chat,
      author: undefined,
      fromMe,
      contact: customer,
      sender: undefined,
      kind: content.kind,
      body: content.body,
      media: content.media,
      quotedWaId: readText(context.id),
      location: content.location,
      vcard: content.vcard ?? '',
      choiceId: content.choiceId,
      ad: readAd(readRecord(message.referral)),
      marks: isForwarded(context) ? ['forwarded'] : [],
      sentAt: readTime(message.timestamp),
    },
  }
}

/**
 * A message of the webhook: developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/reference/messages (read 27
 * November 2026). One of a kind that is not known is shown as unsupported.
 */
export function readMessage(message: JsonObject, contact: JsonObject, openMedia: OpenMedia): Reading {
  const system = readRecord(message.system)
  if (message.type === 'system' && NUMBER_CHANGES.includes(readText(system.type)))
    return readNumberChange(message, system)
  const reason = findObstacle(message)
  if (reason !== undefined) return { as: 'unreadable', reason }
  const number = readText(message.from)
  // Who hides the number is known by an id that lasts as long as the number, and by a user name that may change.
  const customer = toPerson(number || readSharedNumber(message), message.from_user_id, readName(contact))
  // A number that is told in the message is not yet the chat's.
  const chat = toAddress(number, customer.bsuid)
  const isPermitted = readPermission(message)
  if (isPermitted === false) return { as: 'nothing' }
  if (isPermitted) {
    const [waId, sentAt] = [readText(message.id), readTime(message.timestamp)]
    return { as: 'call', call: { event: 'permitted', waId, chat, contact: customer, isVideo: false, sentAt } }
  }
  return readFrom({ chat, customer, fromMe: false }, message, openMedia)
}

/**
 * What the owner wrote on the phone, of a number in use with the WhatsApp Business app: webhooks/reference/smb_message_echoes (21 May 2026).
 */
export function readEcho(echo: JsonObject, contact: JsonObject, openMedia: OpenMedia): Reading {
  const [number, bsuid] = [readText(echo.to), readText(echo.to_user_id)]
  if (readText(echo.id) === '') return { as: 'unreadable', reason: 'an echo without an id' }
  if (number === '' && bsuid === '') return { as: 'unreadable', reason: 'an echo without a customer' }
  const customer = toPerson(number, bsuid, readName(contact))
  return readFrom({ chat: toAddress(number, bsuid), customer, fromMe: true }, echo, openMedia)
}

export interface StatusReading {
  /** Meta's name of the message. */
  networkId: string
  /** Ours, where it was sent by us; ''. */
  ourId: string
  status: 'sent' | 'delivered' | 'read' | 'played' | 'failed'
  /** Of a failed one; -1 when none is told. */
  code: number
  /** Of one that arrived: Meta charges a message when it is delivered, and says so with `delivered`, or else with `read`. */
  price: MessagePrice | undefined
}

const STATUSES: readonly StatusReading['status'][] = ['sent', 'delivered', 'read', 'played', 'failed']

const LONGEST_CATEGORY = 40

/* `billable` is optional in published types (whatsapp-api-js 6.2.1); `type` says the same: what is charged is `regular`. */
function readPrice(status: JsonObject): MessagePrice | undefined {
  const { billable, type, category } = readRecord(status.pricing)
  const word = readText(category)
  const isBillable =
    typeof billable === 'boolean' ? billable : type === undefined ? undefined : type === 'regular'
  if (word === '' || isBillable === undefined) return undefined
  return { category: word.slice(0, LONGEST_CATEGORY), isBillable, deliveredAt: readTime(status.timestamp) }
}

const hasArrived = (word: StatusReading['status']): boolean =>
  word === 'delivered' || word === 'read' || word === 'played'

/** A receipt of the webhook: webhooks/reference/messages/status (21 May 2026). Undefined for one that is not known. */
export function readStatus(status: JsonObject): StatusReading | undefined {
  const networkId = readText(status.id)
  const word = STATUSES.find((known) => known === status.status)
  if (networkId === '' || word === undefined) return undefined
  const [error] = readRecords(status.errors)
  return {
    networkId,
    ourId: readText(status.biz_opaque_callback_data),
    status: word,
    code: readNumber(error?.code) ?? -1,
    price: hasArrived(word) ? readPrice(status) : undefined,
  }
}
