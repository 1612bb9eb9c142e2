import type { ContactView } from './contacts.routes'
import type {
  editMessageBody,
  forwardMessagesBody,
  listEarlierMessagesQuery,
  listMessagesQuery,
  reactByTypeBody,
  reactToMessageBody,
  searchMessagesQuery,
  sendMessageBody,
  tellTypingBody,
} from './messages.http'
import type { ChoicesKind } from '../rules/choices'
import { type Sent, route } from './route'
import type { MessageKind, TicketView } from './tickets.routes'

export interface MediaView {
  url: string
  name: string
  mimeType: string
  sizeBytes: number
  width: number | null
  height: number | null
  durationSeconds: number | null
  /** Of a voice note: 64 bars from 0 to 100, a byte each, in base64. */
  waveform: string | null
  /** Of a received document: its first page as a data URL, when its sender's app drew one. */
  thumbnail: string | null
}

export interface QuotedMessageView {
  id: string
  body: string
  mediaType: MessageKind
  fromMe: boolean
  senderName: string
}

/** What WhatsApp shows above a bubble. */
export const messageMarks = ['forwarded', 'viewOnce', 'ephemeral', 'campaign'] as const

export type MessageMark = (typeof messageMarks)[number]

/** Reactions to a message with one emoji. */
export interface ReactionView {
  emoji: string
  count: number
  /** Whether our own number is among them. */
  mine: boolean
  /** Names of the others; '' is the ticket's contact. */
  names: string[]
}

export const mediaStates = ['pending', 'gone', 'erased'] as const

export type MediaState = (typeof mediaStates)[number]

const mediaWaits = ['plan', 'volume', 'retry'] as const

/** What a pending file waits for: space in the company's plan or on the server's volume, or the next try to download it. */
export type MediaWait = (typeof mediaWaits)[number]

/** As an event or a row has it; undefined where that says nothing, or what this build does not know. */
export const parseMediaWait = (text: string | undefined): MediaWait | undefined =>
  mediaWaits.find((wait) => wait === text)

/** The ad or post that a customer came from, as their app says. */
export interface AdView {
  title: string
  body: string
  /** http or https; null when there is none. */
  url: string | null
  sourceType: string
  /** The ad's id at its network. */
  sourceId: string
  /** A small picture as a data URL. */
  thumbnail: string | null
}

/** Shown in place of the message's `body`. */
export interface ChoicesView {
  kind: ChoicesKind
  /** Above them. */
  text: string
  /** Of a list the button that opens it, of a link its own; `''`. */
  button: string
  options: { id: string; title: string; description: string }[]
  /** Of a link. */
  url: string | null
}

export interface MessageView {
  /** UUIDv7. */
  id: string
  ticketId: number
  contactId: number
  /** The ticket's contact; absent in `update` events, which are about the message alone. */
  contact?: ContactView
  companyId: number
  /** Order within the ticket, from 1. Sort by it, never by time. */
  seq: number
  /** Of a location `image|link|description`; its parts are in `location` too. Of contacts their vCards, one after the other. */
  body: string
  fromMe: boolean
  mediaType: MessageKind
  /** Signed link; null when there is no media. */
  mediaUrl: string | null
  media: MediaView | null
  /** The same in a list: a message has one file at most. */
  medias: MediaView[]
  /** `pending`: the file is still being fetched; `gone`: it could not be had; `erased`: it is no longer kept. Null for everything else. */
  mediaState: MediaState | null
  /** Of a `pending` one: what it waits for, where that is known. */
  mediaWait: MediaWait | null
  quotedMsg: QuotedMessageView | null
  /** 0 waiting, 1 sent, 2 received, 3 read, 4 and 5 played, -1 failed. Only rises. */
  ack: number
  /** Code of the catalogue when ack is -1. */
  failure: string | null
  read: boolean
  isDeleted: boolean
  isEdited: boolean
  /** Chosen by the browser that sent it; replaces the optimistic bubble. */
  clientId: string | null
  /** Participant of a group, or the agent. */
  senderName: string
  /** Who wrote: the contact's id, or with `fromMe` the agent's; null for the phone and for other services. */
  senderId: number | null
  userId: number | null
  location: { latitude: number; longitude: number; name: string; address: string } | null
  ad: AdView | null
  /** What the customer can tap under it; `body` has the same as numbered lines. */
  choices: ChoicesView | null
  /** Of a customer's message that is a tap: the id of the choice; `body` is its title. */
  choiceId: string | null
  /** What is said in its sound, where a prompt heard or spoke it; else null. */
  transcript: string | null
  marks: MessageMark[]
  /** Most frequent first. */
  reactions: ReactionView[]
  createdAt: string
  updatedAt: string
}

export interface MessagesPage {
  /** Oldest first. */
  messages: MessageView[]
  hasMore: boolean
  /** Whether `/messages/{ticketId}/earlier` has any. */
  hasEarlier: boolean
  count: number
  ticket: TicketView
}

/** Of tickets of the same contact that were opened before. */
export interface EarlierMessagesPage {
  /** Oldest first. */
  messages: MessageView[]
  /** Those of the messages, the latest first. */
  tickets: TicketView[]
  hasMore: boolean
}

/** What a search inside a conversation finds. */
export interface FoundMessages {
  /** Newest first. */
  messageIds: string[]
  /** Whether more have the words, or older messages were not searched. */
  hasMore: boolean
}

/** Most messages that a search inside a conversation answers. */
export const MAX_FOUND_MESSAGES = 200

/** Most messages that it compares with the words: the newest. */
export const MAX_SEARCHED_MESSAGES = 10_000

/** The field of a form that carries a message's files. */
export const MESSAGE_FILES_FIELD = 'medias'

/** Most contacts whose cards one message has. */
export const MAX_SENT_CONTACTS = 20

/** Most messages of one forward. */
export const MAX_FORWARDED_MESSAGES = 10

/** Most tickets and contacts that one forward goes to; WhatsApp's own apps take five, too. */
export const MAX_FORWARD_RECIPIENTS = 5

export const messageRoutes = {
  listMessages: route('get', '/messages/:ticketId').with<{
    query: Sent<typeof listMessagesQuery>
    answer: MessagesPage
  }>(),
  listEarlierMessages: route('get', '/messages/:ticketId/earlier').with<{
    query: Sent<typeof listEarlierMessagesQuery>
    answer: EarlierMessagesPage
  }>(),
  searchMessages: route('get', '/messages/:ticketId/search').with<{
    query: Sent<typeof searchMessagesQuery>
    answer: FoundMessages
  }>(),
  forwardMessages: route('post', '/messages/forward').with<{
    body: Sent<typeof forwardMessagesBody>
    answer: { messages: MessageView[] }
  }>(),
  sendMessage: route('post', '/messages/:ticketId').with<{
    body: Sent<typeof sendMessageBody>
    answer: { messages: MessageView[] }
  }>(),
  deleteMessage: route('delete', '/messages/:messageId').with<{ answer: MessageView }>(),
  editMessage: route('put', '/messages/:messageId').with<{
    body: Sent<typeof editMessageBody>
    answer: MessageView
  }>(),
  editMessageByPost: route('post', '/messages/edit/:messageId').with<{
    body: Sent<typeof editMessageBody>
    answer: MessageView
  }>(),
  reactToMessage: route('post', '/messages/:messageId/reactions').with<{
    body: Sent<typeof reactToMessageBody>
    answer: MessageView
  }>(),
  reactByType: route('post', '/messages/react/:messageId').with<{
    body: Sent<typeof reactByTypeBody>
    answer: MessageView
  }>(),
  askNumber: route('post', '/messages/:ticketId/ask-number').with<{ answer: MessageView }>(),
  tellTyping: route('post', '/messages/:ticketId/typing').with<{
    body: Sent<typeof tellTypingBody>
    answer: undefined
  }>(),
}
