import { endpoint } from './endpoint'
import {
  array,
  bigIdField,
  bigIdText,
  boolean,
  emoji,
  flag,
  ignored,
  literals,
  MAX_INT4,
  mixed,
  number,
  numberCursor,
  object,
  pageNumber,
  searchParam,
  text,
  uuidText,
  waveformText,
} from './fields'
import {
  MAX_FORWARDED_MESSAGES,
  MAX_FORWARD_RECIPIENTS,
  MAX_FOUND_MESSAGES,
  MAX_SEARCHED_MESSAGES,
  MAX_SENT_CONTACTS,
  MESSAGE_FILES_FIELD,
  messageRoutes,
} from './messages.routes'
import { choicesBody, findTextAboveFault } from './choices.http'
import { templateValuesBody } from './templates.http'

export const listMessagesQuery = object({
  pageNumber: pageNumber(),
  /** Keyset instead of pageNumber: messages with a lower `seq`. */
  before: numberCursor(MAX_INT4).min(1).optional(),
  /** `false` only looks. */
  markAsRead: flag().default(true),
})

export const listMessages = endpoint(messageRoutes.listMessages, {
  access: 'user',
  params: object({ ticketId: bigIdText().required() }),
  query: listMessagesQuery,
  tag: 'messages',
  summary:
    'Newest page first, 20 a page, oldest to newest inside the page. Marks the ticket as read, as /tickets/{id}/read does, unless `markAsRead` is `false`.',
  errors: ['ERR_NO_PERMISSION', 'ERR_NO_TICKET_FOUND'],
})

export const listEarlierMessagesQuery = object({
  /** Keyset: messages of this ticket with a lower `seq` than `before`, then those of tickets before it. */
  beforeTicketId: numberCursor().min(1).optional(),
  before: numberCursor(MAX_INT4).min(1).optional(),
})

export const listEarlierMessages = endpoint(messageRoutes.listEarlierMessages, {
  access: 'user',
  params: object({ ticketId: bigIdText().required() }),
  query: listEarlierMessagesQuery,
  tag: 'messages',
  summary:
    "Messages of the contact's tickets before this one that the caller may see, 20 a page, newest page first, oldest to newest inside the page; with these tickets.",
  errors: ['ERR_NO_PERMISSION', 'ERR_NO_TICKET_FOUND'],
})

export const searchMessagesQuery = object({ searchParam: searchParam() })

export const searchMessages = endpoint(messageRoutes.searchMessages, {
  access: 'user',
  rate: 'search',
  params: object({ ticketId: bigIdText().required() }),
  query: searchMessagesQuery,
  tag: 'messages',
  summary: `The messages of this ticket, and of the contact's tickets before it that the caller may see, that have all words of \`searchParam\`, each as the beginning of one of theirs, without accents and case: newest first, at most ${MAX_FOUND_MESSAGES}. The newest ${MAX_SEARCHED_MESSAGES} are searched; \`hasMore\` says that there are older ones.`,
  errors: ['ERR_NO_PERMISSION', 'ERR_NO_TICKET_FOUND'],
})

export const sendMessageBody = object({
  /** A form that gives it several times, once for each file, gives captions. */
  body: text(65_536).meta({ repeated: 'captions' }).default(''),
  clientId: uuidText().optional(),
  quotedMsg: mixed<{ id: string } | string>().nullable().optional(),
  quotedMsgId: uuidText().nullable().optional(),
  /** Captions by file, for several medias at once. */
  captions: array(text(4096)).max(10).optional(),
  /** Contacts whose cards are sent, in one message of their own. */
  contactIds: array(bigIdField().required()).max(MAX_SENT_CONTACTS).optional(),
  /** A message template of the connection, in a message of its own, with the one file of its header; also outside of the window. */
  template: templateValuesBody.optional().default(undefined),
  /** What can be tapped under `body`; a connection without buttons sends numbered lines. */
  choices: choicesBody.optional().default(undefined),
  /** How long the one recording is that is sent; its file does not always say. */
  durationSeconds: number().integer().min(0).max(86_400).optional(),
  /** How loud that recording is: 64 bars from 0 to 100, a byte each, in base64. */
  waveform: waveformText().optional(),
  read: ignored(),
  fromMe: ignored(),
  mediaUrl: ignored(),
}).test('text-above', literals.required, (given, context) => {
  const fault = findTextAboveFault(given, given.template !== undefined || Boolean(given.contactIds?.length))
  return fault ? context.createError(fault) : true
})

export const sendMessage = endpoint(messageRoutes.sendMessage, {
  access: 'user',
  params: object({ ticketId: bigIdText().required() }),
  body: sendMessageBody,
  uploads: { field: MESSAGE_FILES_FIELD, maxCount: 10 },
  tag: 'messages',
  summary:
    'Sends text, up to 10 medias with `body` as caption of the first, the cards of contacts, or a message template of an official connection, with the file of its header where it has one. `choices` are buttons, a list or a link under a text, without files: where the connection has none, `body` of the answer has them as numbered lines and its `choices` is null. Answers when committed (ack 0). A repeat with the same `clientId` answers the first message.',
  errors: [
    'ERR_NO_PERMISSION',
    'ERR_NO_TICKET_FOUND',
    'ERR_SENDING_WAPP_MSG',
    'ERR_CREATING_MESSAGE',
    'ERR_WAPP_NOT_OFFERED',
    'ERR_NO_TEMPLATE_FOUND',
    'ERR_TEMPLATE_VALUES',
    'ERR_TEMPLATE_FILE',
    'ERR_WAPP_TEMPLATE_UNUSABLE',
    'ERR_NO_CONTACT_FOUND',
    'ERR_NO_MESSAGE_FOUND',
    'ERR_FETCH_WAPP_MSG',
    'ERR_MEDIA_TOO_LARGE',
    'ERR_MEDIA_EMPTY',
  ],
})

export const forwardMessagesBody = object({
  messageIds: array(uuidText().required()).min(1).max(MAX_FORWARDED_MESSAGES).required(),
  ticketIds: array(bigIdField().required()).max(MAX_FORWARD_RECIPIENTS).default([]),
  contactIds: array(bigIdField().required()).max(MAX_FORWARD_RECIPIENTS).default([]),
  clientId: uuidText().optional(),
})

export const forwardMessages = endpoint(messageRoutes.forwardMessages, {
  access: 'user',
  body: forwardMessagesBody,
  tag: 'messages',
  summary: `Sends up to ${MAX_FORWARDED_MESSAGES} messages again, in their order, to at most ${MAX_FORWARD_RECIPIENTS} open tickets and contacts; files are copied at the server. A contact without a ticket gets one. A repeat with the same \`clientId\` sends nothing twice.`,
  errors: [
    'ERR_NO_PERMISSION',
    'ERR_NO_MESSAGE_FOUND',
    'ERR_FETCH_WAPP_MSG',
    'ERR_NO_MEDIA_FOUND',
    'ERR_NO_TICKET_FOUND',
    'ERR_NO_CONTACT_FOUND',
    'ERR_SENDING_WAPP_MSG',
    'ERR_NO_WAPP_FOUND',
    'ERR_NO_DEF_WAPP_FOUND',
  ],
})

export const deleteMessage = endpoint(messageRoutes.deleteMessage, {
  access: 'user',
  params: object({ messageId: uuidText().required() }),
  tag: 'messages',
  summary: 'Deletes an own message for everyone.',
  errors: ['ERR_NO_PERMISSION', 'ERR_NO_MESSAGE_FOUND', 'ERR_DELETE_WAPP_MSG', 'ERR_WAPP_NOT_OFFERED'],
})

export const editMessageBody = object({
  body: text(65_536).optional(),
  // Fields of GET's answer.
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
  mediaWait: ignored(),
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
  choices: ignored(),
  choiceId: ignored(),
  transcript: ignored(),
  marks: ignored(),
  reactions: ignored(),
  createdAt: ignored(),
  updatedAt: ignored(),
})

export const editMessage = endpoint(messageRoutes.editMessage, {
  access: 'user',
  params: object({ messageId: uuidText().required() }),
  body: editMessageBody,
  tag: 'messages',
  summary: 'Replaces the text of a message sent from here at most 15 minutes ago.',
  errors: [
    'ERR_NO_PERMISSION',
    'ERR_NO_MESSAGE_FOUND',
    'ERR_EDITING_WAPP_MSG',
    'ERR_WAPP_NOT_OFFERED',
    'ERR_FETCH_WAPP_MSG',
    'ERR_CREATING_MESSAGE',
  ],
})

/** The same under the path and verb of Whaticket's clients. */
export const editMessageByPost = endpoint(messageRoutes.editMessageByPost, {
  access: 'user',
  params: object({ messageId: uuidText().required() }),
  body: editMessageBody,
  tag: 'messages',
  summary: 'The same as `PUT /messages/{messageId}`.',
  errors: [
    'ERR_NO_PERMISSION',
    'ERR_NO_MESSAGE_FOUND',
    'ERR_EDITING_WAPP_MSG',
    'ERR_WAPP_NOT_OFFERED',
    'ERR_FETCH_WAPP_MSG',
    'ERR_CREATING_MESSAGE',
  ],
})

export const reactToMessageBody = object({ emoji: emoji().defined().meta({ also: 'type' }) })

export const reactToMessage = endpoint(messageRoutes.reactToMessage, {
  access: 'user',
  params: object({ messageId: uuidText().required() }),
  body: reactToMessageBody,
  tag: 'messages',
  summary: "Puts our number's emoji to a message, in place of an earlier one; '' takes it back.",
  errors: ['ERR_NO_PERMISSION', 'ERR_NO_MESSAGE_FOUND', 'ERR_SENDING_WAPP_MSG', 'ERR_WAPP_NOT_OFFERED'],
})

/* Editions differ: the specification's name is `type`, others send `emoji`, with the ticket's id. */
export const reactByTypeBody = object({
  type: emoji().optional(),
  emoji: emoji().optional(),
  ticketId: ignored(),
}).test('reaction', literals.required, ({ type, emoji: given }) => type !== undefined || given !== undefined)

/** The same under the path of Whaticket's clients. */
export const reactByType = endpoint(messageRoutes.reactByType, {
  access: 'user',
  params: object({ messageId: uuidText().required() }),
  body: reactByTypeBody,
  tag: 'messages',
  summary: 'The same as `POST /messages/{messageId}/reactions`, with the emoji as `type` or `emoji`.',
  errors: ['ERR_NO_PERMISSION', 'ERR_NO_MESSAGE_FOUND', 'ERR_SENDING_WAPP_MSG', 'ERR_WAPP_NOT_OFFERED'],
})

export const askNumber = endpoint(messageRoutes.askNumber, {
  access: 'user',
  params: object({ ticketId: bigIdText().required() }),
  tag: 'messages',
  summary:
    'Asks the customer of an open ticket, who hides the number, to share it by a button. Of connections whose `capabilities` have `asksNumbers`; within the 24 hours.',
  errors: ['ERR_NO_PERMISSION', 'ERR_NO_TICKET_FOUND', 'ERR_SENDING_WAPP_MSG', 'ERR_WAPP_NOT_OFFERED'],
})

export const tellTypingBody = object({ isTyping: boolean().strict(true).required() })

export const tellTyping = endpoint(messageRoutes.tellTyping, {
  access: 'user',
  params: object({ ticketId: bigIdText().required() }),
  body: tellTypingBody,
  status: 204,
  tag: 'messages',
  summary: 'Shows or hides "typing…" at the customer, best effort; nothing unless `sendTyping` is enabled.',
  errors: ['ERR_NO_PERMISSION', 'ERR_NO_TICKET_FOUND'],
})
