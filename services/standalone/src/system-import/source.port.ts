import type { SourceHours } from './source-hours'

/* Records of another system as every import sees them. Ids are the other system's, as text. */

export interface SourceUser {
  id: string
  name: string
  email: string
  isAdmin: boolean
  queueIds: readonly string[]
  createdAt: Date
}

export interface SourceQueue {
  id: string
  name: string
  color: string
  greetingMessage: string
  outOfHoursMessage: string
  /** Undefined: none of its own. */
  hours: SourceHours | undefined
}

/** Parents come before their children, siblings in their order. */
export interface SourceQueueOption {
  id: string
  queueId: string
  parentId: string | undefined
  title: string
  message: string
}

export interface SourceConnection {
  id: string
  name: string
  greetingMessage: string
  completionMessage: string
  outOfHoursMessage: string
  ratingMessage: string
  queueIds: readonly string[]
}

export interface SourceTag {
  id: string
  name: string
  color: string
  isLane: boolean
}

export interface SourceQuickMessage {
  id: string
  shortcode: string
  message: string
  /** Undefined: of the whole company. */
  userId: string | undefined
}

export interface SourceContact {
  id: string
  name: string
  /** Digits; of a group its id without the server. */
  number: string
  lid: string
  email: string
  isGroup: boolean
  /** Why it has no place at a desk of WhatsApp; '' otherwise. */
  fault: string
  extraInfo: readonly { name: string; value: string }[]
  createdAt: Date
  updatedAt: Date
}

export interface SourceNote {
  id: string
  note: string
  userId: string | undefined
  createdAt: Date
}

export interface SourceRating {
  id: string
  /** As ours: 1 to 3. */
  rate: number
  userId: string | undefined
  createdAt: Date
}

export interface SourceTicket {
  id: string
  contactId: string
  connectionId: string | undefined
  userId: string | undefined
  queueId: string | undefined
  status: 'pending' | 'open' | 'closed'
  createdAt: Date
  updatedAt: Date
  tagIds: readonly string[]
  /** Of its contact, on the newest ticket of it. */
  contactTagIds: readonly string[]
  notes: readonly SourceNote[]
  ratings: readonly SourceRating[]
}

export interface SourceFile {
  /** Below the folder of the other system's files. */
  path: string
  name: string
}

export interface SourceMessage {
  /** Within its ticket. */
  id: string
  ticketId: string
  /** WhatsApp's id; undefined where it has none. */
  waId: string | undefined
  remoteJid: string
  participant: string
  senderName: string
  fromMe: boolean
  body: string
  vcard: string
  /** A kind of ours; 'skipped' with its fault is not brought. */
  kind: string
  fault: string
  file: SourceFile | undefined
  /** As ours: -1 failed, 1 sent, 2 received, 3 read; 0 of a customer's. */
  ack: number
  deleted: boolean
  edited: boolean
  quoted:
    { id: string; ticketId: string; body: string; kind: string; fromMe: boolean; createdAt: Date } | undefined
  createdAt: Date
}

export interface SourceSchedule {
  id: string
  contactId: string
  userId: string | undefined
  body: string
  sendAt: Date
}

export interface SourceSetting {
  key: string
  value: string
}

export interface SourceCampaignPerson {
  name: string
  number: string
  email: string
  confirmationRequestedAt: Date | null
  confirmedAt: Date | null
  deliveredAt: Date | null
}

export interface SourceCampaign {
  id: string
  name: string
  /** Why it does not come; '' of a finished one. */
  fault: string
  messages: readonly string[]
  confirmationMessages: readonly string[]
  confirmation: boolean
  hasFile: boolean
  scheduledAt: Date | null
  completedAt: Date | null
  connectionId: string | undefined
  contactListName: string
  createdAt: Date
  people: readonly SourceCampaignPerson[]
}

/** What a phone's link to WhatsApp consists of, as that system wrote it. */
export interface SourceSession {
  /** Of its connection. */
  id: string
  state: string
  keys: readonly { type: string; id: string; value: string }[]
}

export type SourceCounts = Record<'contact' | 'contactTag' | 'ticket' | 'message' | 'note' | 'rating', number>

/**
 * Another system's database, read in one snapshot. Nothing is written there. Pages are in the order of ids; `after` leaves out
 * what is not behind it.
 */
export interface ImportSource {
  /** What was found: system, newest migration. */
  version: string
  /** Names system, database and company: the same at a repeat. */
  key: string
  /** Columns that the published schema does not have, as `Table.column`; they are not read. */
  unknown: readonly string[]
  counts(): Promise<SourceCounts>
  users(): Promise<SourceUser[]>
  queues(): Promise<SourceQueue[]>
  queueOptions(): Promise<SourceQueueOption[]>
  connections(): Promise<SourceConnection[]>
  tags(): Promise<SourceTag[]>
  quickMessages(): Promise<SourceQuickMessage[]>
  /** Those that are still to be sent. */
  schedules(now: Date): Promise<SourceSchedule[]>
  settings(): Promise<SourceSetting[]>
  /** Of the company. Undefined: none of its own. */
  hours(): Promise<SourceHours | undefined>
  /** One after the other, with the people of finished ones. */
  campaigns(): AsyncIterable<SourceCampaign>
  /** Of each connection; one with an empty state has none in the database. */
  sessions(): AsyncIterable<SourceSession>
  /** Other programs that are connected to the database now. */
  listOtherClients(): Promise<string[]>
  /** Tags of contacts without a ticket, as `contact/tag`. */
  ticketlessContactTags(): Promise<string[]>
  contacts(after: string): AsyncIterable<SourceContact[]>
  tickets(after: string): AsyncIterable<SourceTicket[]>
  /** Of tickets behind this one: by ticket, then as they came. Those without a ticket are absent. */
  messages(afterTicket: string): AsyncIterable<SourceMessage[]>
  close(): Promise<void>
}
