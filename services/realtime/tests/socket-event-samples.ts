import type { ChannelName, ChannelPayloads } from '@balcao/contracts'
import {
  AnnouncementSnapshot,
  CampaignSnapshot,
  CompanySnapshot,
  ConnectionSnapshot,
  ContactImport,
  ContactListItemSnapshot,
  ContactListSnapshot,
  FileListSnapshot,
  InternalChatMessage,
  InternalChatSnapshot,
  InvoiceSnapshot,
  Plan,
  PromptSnapshot,
  QueueIntegrationSnapshot,
  QueueSnapshot,
  QuickMessageSnapshot,
  ScheduleSnapshot,
  TagSnapshot,
  UserSnapshot,
  type DeskEventCase,
  type EventBody,
  type EventValue,
} from '@balcao/contracts/wire'

import { A, buildContact, buildMessage, buildTicket, queueRef, userRef } from './support'

/* One domain event for every event of the table, of company A; every optional key is set. */

type Sample = { [C in DeskEventCase]: readonly [C, EventValue<C>] }[EventBody['$case']]
type Samples = { [N in ChannelName]: { [Action in ChannelPayloads[N]['action']]: Sample } }

/** Whom the samples concern: an agent of the queue, who is a member of the chat, and another member. */
export const AGENT = 21
export const MEMBER = 22
export const QUEUE = 3

const place = { status: 'open', queueId: QUEUE, userId: AGENT }
const ticket = buildTicket(A, { queue: queueRef(QUEUE), user: userRef(AGENT) })
const by = userRef(MEMBER)
const own = { id: 7, companyId: A, name: 'x' }
const queue = QueueSnapshot.fromPartial({ ...own, color: '#112233' })
const tag = TagSnapshot.fromPartial({ ...own, color: '#112233' })
const quickMessage = QuickMessageSnapshot.fromPartial({
  id: 7,
  companyId: A,
  userId: AGENT,
  shortcode: 'x',
  isCompanyWide: true,
})
const member = (id: number, unreads: number) => ({ user: userRef(id), unreads })
const chat = InternalChatSnapshot.fromPartial({
  id: 7,
  companyId: A,
  uuid: 'u-7',
  title: 'x',
  ownerId: AGENT,
  members: [member(AGENT, 0), member(MEMBER, 1)],
})
const chatMessage = InternalChatMessage.fromPartial({
  id: 'm',
  companyId: A,
  chatId: 7,
  seq: 1,
  sender: userRef(AGENT),
  message: 'oi',
})
const fileList = FileListSnapshot.fromPartial({ ...own, userId: AGENT })
const announcement = AnnouncementSnapshot.fromPartial({ id: 7, title: 'x', isActive: true })
const schedule = ScheduleSnapshot.fromPartial({ id: 7, companyId: A, userId: AGENT, contactName: 'Carla' })
const campaign = CampaignSnapshot.fromPartial(own)
const contactList = ContactListSnapshot.fromPartial(own)
const item = ContactListItemSnapshot.fromPartial({ ...own, contactListId: 4 })
const integration = QueueIntegrationSnapshot.fromPartial({ ...own, type: 'n8n' })
const prompt = PromptSnapshot.fromPartial({ ...own, queueId: QUEUE, queue: queueRef(QUEUE) })
const user = UserSnapshot.fromPartial({ id: 4_100, companyId: A, name: 'x', active: true })
const company = CompanySnapshot.fromPartial({ id: A, name: 'x', active: true, revision: 1 })
const connectionSession = {
  connectionId: 7,
  name: 'x',
  status: 'qrcode',
  qrcode: 'q',
  retries: 0,
  updatedAt: new Date(0),
}
const invoice = (status: string) => InvoiceSnapshot.fromPartial({ id: 7, status })

export const socketEventSamples: Samples = {
  ticket: {
    update: ['ticketChanged', { ticket, by, previous: place }],
    delete: ['ticketDeleted', { ticketId: 99, uuid: 'u-99', previous: place }],
    updateUnread: ['ticketUnreadCleared', { ticketId: 99, place, version: 2 }],
  },
  appMessage: {
    create: ['messageAppended', { message: buildMessage(A), ticket, previous: undefined }],
    update: ['messageChanged', { message: buildMessage(A), place }],
  },
  contact: {
    create: ['contactChanged', { contact: buildContact(A), created: true }],
    update: ['contactChanged', { contact: buildContact(A), created: false }],
    delete: ['contactDeleted', { contactId: 5, mergedIntoId: 0 }],
  },
  contactImport: { update: ['contactImportChanged', { import: ContactImport.fromPartial({ id: 7 }) }] },
  whatsapp: {
    update: [
      'connectionChanged',
      { connection: ConnectionSnapshot.fromPartial({ ...own, provider: 'beta' }) },
    ],
    delete: ['connectionDeleted', { connectionId: 7 }],
  },
  whatsappSession: { update: ['connectionSessionChanged', connectionSession] },
  user: {
    create: ['userChanged', { user, created: true }],
    update: ['userChanged', { user }],
    delete: ['userDeleted', { userId: 4_000 }],
  },
  userPresence: {
    update: ['presenceChanged', { userId: AGENT, name: 'x', email: '', profile: 'user', online: true }],
  },
  messageBudget: {
    reached: [
      'messageBudgetReached',
      { month: '2026-11', percent: 80, currency: 'BRL', budgetMicros: 100, spentMicros: 80 },
    ],
  },
  webhook: { paused: ['webhookPaused', { webhookId: 7, url: 'https://example.com/' }] },
  auth: { update: ['sessionTakenOver', { userId: AGENT, email: 'x@y.z', tokenVersion: 9 }] },
  queue: { update: ['queueChanged', { queue }], delete: ['queueDeleted', { queueId: 7 }] },
  queueOptions: { update: ['queueOptionsChanged', { queueId: 7 }] },
  tag: {
    create: ['tagChanged', { tag, created: true }],
    update: ['tagChanged', { tag, created: false }],
    delete: ['tagDeleted', { tagId: 7 }],
  },
  quickMessage: {
    create: ['quickMessageChanged', { quickMessage, created: true, wasCompanyWide: false }],
    update: ['quickMessageChanged', { quickMessage, created: false, wasCompanyWide: true }],
    delete: ['quickMessageDeleted', { quickMessageId: 7, userId: AGENT, isCompanyWide: true }],
  },
  chat: {
    create: ['internalChatChanged', { chat, created: true, formerUserIds: [] }],
    update: ['internalChatChanged', { chat, created: false, formerUserIds: [] }],
    'new-message': ['internalChatMessageAppended', { chat, message: chatMessage }],
    read: ['internalChatRead', { chatId: 7, userId: MEMBER, memberIds: [AGENT, MEMBER], chat }],
    delete: ['internalChatDeleted', { chatId: 7, uuid: 'u-7', userIds: [AGENT, MEMBER] }],
  },
  fileList: {
    create: ['fileListChanged', { fileList, created: true }],
    update: ['fileListChanged', { fileList, created: false }],
    delete: ['fileListDeleted', { fileListId: 7 }],
  },
  announcement: {
    create: ['announcementChanged', { announcement, created: true }],
    update: ['announcementChanged', { announcement, created: false }],
    delete: ['announcementDeleted', { announcementId: 7 }],
  },
  schedule: {
    create: ['scheduleChanged', { schedule, created: true }],
    update: ['scheduleChanged', { schedule, created: false }],
    delete: ['scheduleDeleted', { scheduleId: 7 }],
  },
  campaign: {
    create: ['campaignChanged', { campaign, created: true }],
    update: ['campaignChanged', { campaign, created: false }],
    delete: ['campaignDeleted', { campaignId: 7 }],
  },
  ContactList: {
    create: ['contactListChanged', { contactList, created: true }],
    update: ['contactListChanged', { contactList, created: false }],
    delete: ['contactListDeleted', { contactListId: 4 }],
  },
  ContactListItem: {
    create: ['contactListItemChanged', { item, created: true }],
    update: ['contactListItemChanged', { item, created: false }],
    delete: ['contactListItemDeleted', { contactListId: 4, itemId: 7 }],
    reload: [
      'contactListImportChanged',
      { contactListId: 4, import: ContactImport.fromPartial({ id: 7 }), items: [item] },
    ],
  },
  queueIntegration: {
    create: ['queueIntegrationChanged', { integration, created: true }],
    update: ['queueIntegrationChanged', { integration, created: false }],
    delete: ['queueIntegrationDeleted', { integrationId: 7 }],
  },
  prompt: {
    create: ['promptChanged', { prompt, created: true }],
    update: ['promptChanged', { prompt, created: false }],
    delete: ['promptDeleted', { promptId: 7 }],
  },
  settings: { update: ['settingChanged', { key: 'call', value: 'enabled' }] },
  plan: { update: ['planChanged', { plan: Plan.fromPartial({ id: 7, name: 'x' }) }] },
  invoice: {
    update: ['invoiceChanged', { invoice: invoice('open') }],
    delete: ['invoiceChanged', { invoice: invoice('canceled') }],
  },
  payment: { CONCLUIDA: ['companyRenewed', { invoiceId: 7, dueAt: new Date(0) }] },
  companyHours: { update: ['companyChanged', { company }] },
}
