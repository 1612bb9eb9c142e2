import type { ContactView } from './contacts.routes'
import type { QueueRefView } from './queues.routes'
import { type Sent, route } from './route'
import type { TagRefView } from './tags.routes'
import type { createTicketBody, listTicketsQuery, ticketPatchBody } from './tickets.http'

export const ticketStatuses = ['pending', 'open', 'closed'] as const

export type TicketStatus = (typeof ticketStatuses)[number]

export interface TicketView {
  id: number
  uuid: string
  status: TicketStatus
  companyId: number
  userId: number | null
  user: { id: number; name: string } | null
  queueId: number | null
  queue: QueueRefView | null
  whatsappId: number | null
  whatsapp: { id: number; name: string } | null
  contactId: number
  contact: ContactView
  tags: TagRefView[]
  lastMessage: string
  lastMessageKind: MessageKind
  lastMessageFromMe: boolean
  lastMessageAck: number
  /** The agent who wrote it; null for the customer's, the product's and the phone's. */
  lastMessageUser: { id: number; name: string } | null
  lastMessageAt: string
  /** The customer's newest message that is not deleted, as the last one is told; '' of kind `chat` when there is none. */
  lastReceived: string
  lastReceivedKind: MessageKind
  unreadMessages: number
  isGroup: boolean
  chatbot: boolean
  useIntegration: boolean
  promptId: number | null
  integrationId: number | null
  /** Rises with every change; drop what is lower than what you have. */
  version: number
  createdAt: string
  updatedAt: string
  closedAt: string | null
  /** Since when it waits, whichever queue it was moved to meanwhile; null unless it is pending. */
  pendingAt: string | null
}

/** The message of a found ticket that has the words looked for: most of them, and of several such messages the newest. */
export interface MessageMatch {
  ticketId: number
  messageId: string
  /** At most 255 characters of its text. */
  text: string
}

/** How lists are sorted; by the last update unless asked for. */
export const ticketOrders = ['last-updated', 'longest-wait'] as const

export type TicketOrder = (typeof ticketOrders)[number]

/** Fields that `GET /tickets` compares with the value asked for, by the same name. */
export const exactTicketFields = ['status', 'contactId'] as const satisfies readonly (keyof TicketView)[]

export type ExactTicketField = (typeof exactTicketFields)[number]

export const messageKinds = [
  'chat',
  'image',
  'video',
  'audio',
  'application',
  'sticker',
  'locationMessage',
  'vcard',
  'template',
  'call_log',
  'unsupported',
  'placeholder',
  'phoneOnly',
  'numberChanged',
] as const

export type MessageKind = (typeof messageKinds)[number]

/** Of a message that is its text and nothing else. */
export const isTextKind = (kind: MessageKind): kind is 'chat' | 'template' =>
  kind === 'chat' || kind === 'template'

/** Whether a message came without its content: `placeholder` while our phone is asked for it, `phoneOnly` after that. */
export const isPlaceholder = (kind: string): boolean => kind === 'placeholder' || kind === 'phoneOnly'

/** Notices of the network about the customer, in place of a message: nobody wrote them, and nothing answers them. */
export const noticeKinds = ['numberChanged'] as const satisfies readonly MessageKind[]

export const isNotice = (kind: string): boolean => noticeKinds.some((notice) => notice === kind)

/** Whether the customer wrote it. */
export const isReceived = ({ fromMe, mediaType }: { fromMe: boolean; mediaType: MessageKind }): boolean =>
  !fromMe && !isNotice(mediaType)

/** The `error` of a 409 on ticket creation and on accepting a ticket that a colleague took, as JSON in a string. */
export interface TicketConflict {
  code: 'ERR_OTHER_OPEN_TICKET'
  id: number
  uuid: string
  status: TicketStatus
  userId: number | null
  user: { id: number; name: string } | null
  queueId: number | null
  queue: QueueRefView | null
}

export const ticketRoutes = {
  listTickets: route('get', '/tickets').with<{
    query: Sent<typeof listTicketsQuery>
    answer: { tickets: TicketView[]; count: number; hasMore: boolean; matches: MessageMatch[] }
  }>(),
  getTicket: route('get', '/tickets/:ticketId').with<{ answer: TicketView }>(),
  getTicketByUuid: route('get', '/tickets/u/:uuid').with<{ answer: TicketView }>(),
  createTicket: route('post', '/tickets').with<{ body: Sent<typeof createTicketBody>; answer: TicketView }>(),
  updateTicket: route('put', '/tickets/:ticketId').with<{
    body: Sent<typeof ticketPatchBody>
    answer: TicketView
  }>(),
  markTicketRead: route('post', '/tickets/:ticketId/read').with<{ answer: undefined }>(),
  deleteTicket: route('delete', '/tickets/:ticketId').with<{ answer: { message: string } }>(),
}
