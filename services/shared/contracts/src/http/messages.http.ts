import type { ContactView } from './contacts.http'
import { endpoint } from './endpoint'
import {
  array,
  boolean,
  emoji,
  idText,
  ignored,
  mixed,
  MAX_INT4,
  number,
  numberCursor,
  object,
  pageNumber,
  text,
  uuidText,
} from './fields'
import type { MessageKind, TicketView } from './tickets.http'

export interface MediaView {
  url: string
  name: string
  mimeType: string
  sizeBytes: number
  width: number | null
  height: number | null
  durationSeconds: number | null
}

export interface QuotedMessageView {
  id: string
  body: string
  mediaType: MessageKind
  fromMe: boolean
  senderName: string
}

/** What WhatsApp shows above a bubble. */
export const messageMarks = ['forwarded', 'viewOnce', 'ephemeral'] as const
export type MessageMark = (typeof messageMarks)[number]

/** Everybody who put the same emoji to a message. */
export interface ReactionView {
  emoji: string
  count: number
  /** Our own number is among them. */
  mine: boolean
  /** The others, as far as they have names; '' is the ticket's contact. */
  names: string[]
}

export const mediaStates = ['pending', 'gone'] as const
export type MediaState = (typeof mediaStates)[number]

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
  /** Of a location `image|link|description`; its parts are in `location` too. */
  body: string
  fromMe: boolean
  mediaType: MessageKind
  /** Signed link; null when there is no media. */
  mediaUrl: string | null
  media: MediaView | null
  /** The same in a list: a message has one file at most. */
  medias: MediaView[]
  /** `pending`: the file is still being fetched; `gone`: it could not be had. Null for everything else. */
  mediaState: MediaState | null
  quotedMsg: QuotedMessageView | null
  /** 0 waiting, 1 sent, 2 received, 3 read, 4 and 5 played, -1 failed. Only rises. */
  ack: number
  /** Code of the catalogue when ack is -1. */
  failure: string | null
  read: boolean
  isDeleted: boolean
  isEdited: boolean
  /** What the browser chose when it sent; replaces the optimistic bubble. */
  clientId: string | null
  /** Participant of a group, or the agent. */
  senderName: string
  /** Who wrote: the contact's id, or with `fromMe` the agent's; null for the phone and for other services. */
  senderId: number | null
  userId: number | null
  location: { latitude: number; longitude: number; name: string; address: string } | null
  ad: AdView | null
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
  count: number
  ticket: TicketView
}

export const listMessages = endpoint<MessagesPage>()({
  method: 'get',
  path: '/messages/:ticketId',
  access: 'user',
  params: object({ ticketId: idText().required() }),
  query: object({
    pageNumber: pageNumber(),
    /** Keyset instead of pageNumber: messages with a lower `seq`. */
    before: numberCursor(MAX_INT4).min(1).optional(),
  }),
  tag: 'messages',
  summary:
    'Newest page first, 20 a page, oldest to newest inside the page. Reading marks nothing: see /tickets/{id}/read.',
  errors: ['ERR_NO_TICKET_FOUND'],
})

export const sendMessageBody = object({
  body: text(65_536).default(''),
  clientId: uuidText().optional(),
  quotedMsg: mixed<{ id: string } | string>().nullable().optional(),
  quotedMsgId: uuidText().nullable().optional(),
  /** Captions by file, for several medias at once. */
  captions: array(text(4096)).max(10).optional(),
  /** How long the one recording is that is sent; its file does not always say. */
  durationSeconds: number().integer().min(0).max(86_400).optional(),
  read: ignored(),
  fromMe: ignored(),
  mediaUrl: ignored(),
})

export const sendMessage = endpoint<{ messages: MessageView[] }>()({
  method: 'post',
  path: '/messages/:ticketId',
  access: 'user',
  params: object({ ticketId: idText().required() }),
  body: sendMessageBody,
  uploads: { field: 'medias', maxCount: 10 },
  tag: 'messages',
  summary:
    'Sends text, or up to 10 medias with `body` as caption of the first. Answers when committed (ack 0). A repeat with the same `clientId` answers the first message.',
  errors: [
    'ERR_NO_TICKET_FOUND',
    'ERR_SENDING_WAPP_MSG',
    'ERR_CREATING_MESSAGE',
    'ERR_NO_MESSAGE_FOUND',
    'ERR_FETCH_WAPP_MSG',
    'ERR_MEDIA_TOO_LARGE',
    'ERR_MEDIA_EMPTY',
  ],
})

export const deleteMessage = endpoint<MessageView>()({
  method: 'delete',
  path: '/messages/:messageId',
  access: 'user',
  params: object({ messageId: uuidText().required() }),
  tag: 'messages',
  summary: 'Deletes an own message for everyone.',
  errors: ['ERR_NO_MESSAGE_FOUND', 'ERR_DELETE_WAPP_MSG'],
})

export const editMessage = endpoint<MessageView>()({
  method: 'put',
  path: '/messages/:messageId',
  access: 'user',
  params: object({ messageId: uuidText().required() }),
  body: object({
    body: text(65_536).optional(),
    // What GET answers beside it.
    id: ignored(),
    ticketId: ignored(),
    contactId: ignored(),
    contact: ignored(),
    companyId: ignored(),
    seq: ignored(),
    fromMe: ignored(),
    mediaType: ignored(),
    mediaUrl: ignored(),
    media: ignored(),
    medias: ignored(),
    mediaState: ignored(),
    quotedMsg: ignored(),
    ack: ignored(),
    failure: ignored(),
    read: ignored(),
    isDeleted: ignored(),
    isEdited: ignored(),
    clientId: ignored(),
    senderName: ignored(),
    senderId: ignored(),
    userId: ignored(),
    location: ignored(),
    ad: ignored(),
    marks: ignored(),
    reactions: ignored(),
    createdAt: ignored(),
    updatedAt: ignored(),
  }),
  tag: 'messages',
  summary: 'Replaces the text of a message sent from here at most 15 minutes ago.',
  errors: ['ERR_NO_MESSAGE_FOUND', 'ERR_EDITING_WAPP_MSG', 'ERR_FETCH_WAPP_MSG', 'ERR_CREATING_MESSAGE'],
})

export const reactToMessage = endpoint<MessageView>()({
  method: 'post',
  path: '/messages/:messageId/reactions',
  access: 'user',
  params: object({ messageId: uuidText().required() }),
  body: object({ emoji: emoji().defined() }),
  tag: 'messages',
  summary: "Puts our number's emoji to a message, in place of an earlier one; '' takes it back.",
  errors: ['ERR_NO_MESSAGE_FOUND', 'ERR_SENDING_WAPP_MSG'],
})

export const tellTyping = endpoint<undefined>()({
  method: 'post',
  path: '/messages/:ticketId/typing',
  access: 'user',
  params: object({ ticketId: idText().required() }),
  body: object({ isTyping: boolean().strict(true).required() }),
  status: 204,
  tag: 'messages',
  summary: 'Shows or hides "typing…" at the customer, best effort; nothing unless `sendTyping` is enabled.',
  errors: ['ERR_NO_TICKET_FOUND'],
})
