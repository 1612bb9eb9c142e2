import type { AnnouncementView } from '../http/announcements.routes'
import type { ChatMessageView, ChatView } from '../http/chats.routes'
import type { CampaignView } from '../http/campaigns.routes'
import type { ConnectionStatus, ConnectionView } from '../http/connections.routes'
import type { ContactImportView } from '../http/contact-imports.routes'
import type {
  ContactListImportView,
  ContactListItemView,
  ContactListView,
} from '../http/contact-lists.routes'
import type { ContactView } from '../http/contacts.routes'
import type { FileListView } from '../http/files.routes'
import type { InvoiceView } from '../http/invoices.routes'
import type { MessageView } from '../http/messages.routes'
import type { PasskeyStepView } from '../http/passkeys.routes'
import type { PlanView } from '../http/plans.routes'
import type { NamedPromptView } from '../http/prompts.routes'
import type { QueueIntegrationView } from '../http/queue-integrations.routes'
import type { QueueView } from '../http/queues.routes'
import type { QuickMessageView } from '../http/quick-messages.routes'
import type { ScheduleView } from '../http/schedules.routes'
import type { SessionUserView } from '../http/session.routes'
import type { TagView } from '../http/tags.routes'
import type { NamedRef } from '../http/ticket-log.routes'
import type { TicketView } from '../http/tickets.routes'

/** Who asked for the change, and whose and where the ticket was before. */
export interface TicketEventChange {
  by: NamedRef
  previousUserId: number | null
  previousQueueId?: number | null
  previousStatus?: string
}

export type TicketEvent =
  | {
      action: 'update'
      ticket: TicketView
      /** Absent when no user asked for it. */
      change?: TicketEventChange
    }
  /** `by`: the user whose change took it out of what this one may see. */
  | { action: 'delete'; ticketId: number; uuid?: string; by?: NamedRef }
  /** Everything was read: the count is 0 and so is every message of the customer. */
  | { action: 'updateUnread'; ticketId: number; version?: number }

export type MessageEvent =
  | { action: 'create'; message: MessageView; ticket: TicketView; contact: ContactView }
  | { action: 'update'; message: MessageView }

export type ContactEvent =
  { action: 'create' | 'update'; contact: ContactView } | { action: 'delete'; contactId: number }

/** Contacts that an import made are not announced one by one. */
export interface ContactImportEvent {
  action: 'update'
  import: ContactImportView
}

export type ConnectionEvent =
  { action: 'update'; whatsapp: ConnectionView } | { action: 'delete'; whatsappId: number }

export interface ConnectionSessionEvent {
  action: 'update'
  session: {
    id: number
    name: string
    status: ConnectionStatus
    /** '' once there is nothing to scan: the dialog closes. */
    qrcode: string
    /** What linking asks of a browser; null when it asks for no passkey. */
    passkey: PasskeyStepView | null
    retries: number
    updatedAt: string
  }
}

/** The whole user, as a log-in answers without its settings: clients of this kind replace their own by it. */
export interface UserEventView extends SessionUserView {
  queueIds: number[]
}

export type UserEvent =
  { action: 'create' | 'update'; user: UserEventView } | { action: 'delete'; userId: number }

export interface UserPresenceEvent {
  action: 'update'
  user: { id: number; online: boolean }
}

/** The session of this user was opened elsewhere (`takeover`) or ended (`logout`). */
export interface AuthEvent {
  action: 'update'
  reason: 'takeover' | 'logout'
  user: { id: number; email: string; companyId: number }
}

export type QueueEvent = { action: 'update'; queue: QueueView } | { action: 'delete'; queueId: number }
/** The option tree of the queue changed: read it again. */
export interface QueueOptionsEvent {
  action: 'update'
  queueId: number
}
export type TagEvent = { action: 'create' | 'update'; tag: TagView } | { action: 'delete'; tagId: number }
export type QuickMessageEvent =
  { action: 'create' | 'update'; record: QuickMessageView } | { action: 'delete'; id: number }
/** A message, with the members of its chat. */
export interface ChatEventMessage extends ChatMessageView {
  chat: { id: number; users: { userId: number }[] }
}

/** Of an internal chat: heard by its members only. */
export type ChatEvent =
  | { action: 'create' | 'update'; record: ChatView }
  | { action: 'new-message'; newMessage: ChatEventMessage; chat: ChatView }
  /** This member has read everything; `chat` is absent in events of earlier releases. */
  | { action: 'read'; id: number; userId: number; chat?: ChatView }
  /** Deleted, or the receiver is no member of it any more. */
  | { action: 'delete'; id: number; uuid: string }
export type FileListEvent =
  { action: 'create' | 'update'; record: FileListView } | { action: 'delete'; id: number }
/** An announcement of the platform; `delete` also when it is not active any more. */
export type AnnouncementEvent =
  { action: 'create' | 'update'; record: AnnouncementView } | { action: 'delete'; id: number }
export type ScheduleEvent =
  { action: 'create' | 'update'; schedule: ScheduleView } | { action: 'delete'; scheduleId: number }
export type CampaignEvent =
  { action: 'create' | 'update'; record: CampaignView } | { action: 'delete'; id: number }
export type ContactListEvent =
  { action: 'create' | 'update'; record: ContactListView } | { action: 'delete'; id: number }
export type ContactListItemEvent =
  | { action: 'create' | 'update'; record: ContactListItemView }
  | { action: 'delete'; id: number; contactListId: number }
  /** Rows of a spreadsheet were added: read the list again. `records` is its first page. */
  | {
      action: 'reload'
      contactListId: number
      import: ContactListImportView
      records: ContactListItemView[]
    }
export type QueueIntegrationEvent =
  | { action: 'create' | 'update'; queueIntegration: QueueIntegrationView }
  | { action: 'delete'; integrationId: number }
export type PromptEvent =
  { action: 'create' | 'update'; prompt: NamedPromptView } | { action: 'delete'; promptId: number }
export interface SettingEvent {
  action: 'update'
  setting: { key: string; value: string }
}

/** Limits or features of the company's plan changed, or it has another plan. */
export interface PlanEvent {
  action: 'update'
  plan: PlanView
}

/** The company changed. Its business hours may have: read them again. */
export interface CompanyHoursEvent {
  action: 'update'
  companyId: number
  name: string
  /** ISO-8601, or null when it never ends. */
  dueDate: string | null
}

/** Of a company's administrators. A canceled invoice is deleted. */
export type InvoiceEvent = { action: 'update'; invoice: InvoiceView } | { action: 'delete'; id: number }

/** An invoice was paid and the due date moved; `dueDate` is null for a company without one. */
export interface PaymentEvent {
  action: 'CONCLUIDA'
  company: { id: number; dueDate: string | null }
}

/** A webhook failed for a day and is called no more. */
export interface WebhookEvent {
  action: 'paused'
  webhook: { id: number; url: string }
}

/** This month's messages of official numbers cost 80 or 100 % of the company's budget. */
export interface MessageBudgetEvent {
  action: 'reached'
  budget: {
    /** `2026-11`. */
    month: string
    /** 80 or 100. */
    percent: number
    /** ISO 4217. */
    currency: string
    /** Millionths of the currency. */
    budgetMicros: number
    spentMicros: number
  }
}

/** Payload of each channel, by its name after `company-{id}-`. */
export interface ChannelPayloads {
  ticket: TicketEvent
  appMessage: MessageEvent
  contact: ContactEvent
  contactImport: ContactImportEvent
  whatsapp: ConnectionEvent
  whatsappSession: ConnectionSessionEvent
  user: UserEvent
  userPresence: UserPresenceEvent
  auth: AuthEvent
  queue: QueueEvent
  queueOptions: QueueOptionsEvent
  tag: TagEvent
  quickMessage: QuickMessageEvent
  chat: ChatEvent
  fileList: FileListEvent
  announcement: AnnouncementEvent
  schedule: ScheduleEvent
  campaign: CampaignEvent
  ContactList: ContactListEvent
  ContactListItem: ContactListItemEvent
  queueIntegration: QueueIntegrationEvent
  prompt: PromptEvent
  settings: SettingEvent
  plan: PlanEvent
  invoice: InvoiceEvent
  payment: PaymentEvent
  companyHours: CompanyHoursEvent
  webhook: WebhookEvent
  messageBudget: MessageBudgetEvent
}

export type ChannelName = keyof ChannelPayloads

export type FeedItem = {
  [N in ChannelName]: { seq: number; channel: N; payload: ChannelPayloads[N] }
}[ChannelName]

/** What a viewer does with the ticket that they have open. */
export const viewerStates = ['viewing', 'typing', 'left'] as const

export type ViewerState = (typeof viewerStates)[number]

/**
 * Another socket has the same ticket open. Told as it happens and not kept: no event of the feed. One that is not heard of for
 * `VIEWER_GONE_MS` has left.
 */
export interface ViewerEvent {
  ticketId: number
  /** The socket: a user may have the ticket open in several. */
  viewer: string
  user: { id: number; name: string }
  state: ViewerState
}

/** A viewer says again that they are there. */
export const VIEWER_SAYS_EVERY_MS = 10_000
export const VIEWER_GONE_MS = 25_000

/** What a client may emit. Each is answered by an ack: `{ ok: true }` or `{ ok: false, error }`. */
export interface ClientToServer {
  joinChatBox: (ticketId: number | string, ack?: (answer: SocketAck) => void) => void
  leaveChatBox: (ticketId: number | string, ack?: (answer: SocketAck) => void) => void
  /** Clients of the family emit it, ours does not: what they would hear in that room every socket hears from `ready` on. */
  joinNotification: (ack?: (answer: SocketAck) => void) => void
  leaveNotification: (ack?: (answer: SocketAck) => void) => void
  joinTickets: (status: string, ack?: (answer: SocketAck) => void) => void
  leaveTickets: (status: string, ack?: (answer: SocketAck) => void) => void
  /** Tells the others who have the ticket open, of a ticket that was joined with `joinChatBox`. */
  viewTicket: (ticketId: number | string, state: ViewerState, ack?: (answer: SocketAck) => void) => void
  userStatus: (ack?: (answer: SocketAck) => void) => void
}

export type SocketAck = { ok: true } | { ok: false; error: string }

/** Sent once after connecting: rooms are joined, the feed stands at `seq`. */
export interface ReadyEvent {
  seq: number
}

export const SOCKET_PING_INTERVAL_MS = 18_000
export const SOCKET_PING_TIMEOUT_MS = 18_000
export const USER_STATUS_EVERY_MS = 300_000
