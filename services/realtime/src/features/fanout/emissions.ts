import {
  campaignView,
  connectionView,
  contactImportView,
  contactListItemView,
  contactListView,
  contactView,
  fileListView,
  promptView,
  queueIntegrationView,
  queueView,
  tagView,
  type DeskEvent,
  type DeskEventCase,
} from '@balcao/contracts/wire'

import * as chats from './chat-emissions'
import * as desk from './desk-emissions'
import * as directory from './directory-emissions'
import { deleted, saved, type Emission } from './emission'
import * as quickMessages from './quick-message-emissions'
import * as tickets from './ticket-emissions'

type EmissionTable = { [K in DeskEventCase]: (event: DeskEvent<K>) => Emission | Emission[] }

/** Cases for services only, without emissions. */
const silent = (): Emission[] => []

/** Emissions by event case. Exhaustive: a new event does not compile until it is added here. */
export const emissions: EmissionTable = {
  userChanged: directory.userChanged,
  userDeleted: directory.userDeleted,
  sessionTakenOver: directory.sessionTakenOver,
  sessionEnded: directory.sessionEnded,
  companyChanged: directory.companyChanged,
  settingChanged: directory.settingChanged,
  companyDeleted: silent,
  apiKeyChanged: silent,
  companyRenewed: directory.companyRenewed,
  presenceChanged: directory.presenceChanged,
  webhookPaused: directory.webhookPaused,
  announcementChanged: desk.announcementChanged,
  announcementDeleted: deleted('announcement', ({ announcementId }) => ({ id: announcementId })),
  planChanged: directory.planChanged,
  invoiceChanged: directory.invoiceChanged,
  invoicePaid: silent,
  chargeReported: silent,

  connectionChanged: saved('whatsapp', 'connection', (value) => ({ whatsapp: connectionView(value) })),
  connectionDeleted: deleted('whatsapp', ({ connectionId }) => ({ whatsappId: connectionId })),
  connectionSessionChanged: desk.connectionSessionChanged,
  messageReceived: silent,
  messageRevised: silent,
  outboundChanged: silent,
  outboundPageDrawn: silent,
  messagePriced: silent,
  campaignMessageSending: silent,
  messageReacted: silent,
  messageMediaArrived: silent,
  messageMediaWaitChanged: silent,
  conversationsMerged: silent,
  customerNumberChanged: silent,
  placeholderFilled: silent,

  ticketChanged: tickets.ticketChanged,
  ticketDeleted: tickets.ticketDeleted,
  ticketUnreadCleared: tickets.ticketUnreadCleared,
  messageAppended: tickets.messageAppended,
  messageChanged: tickets.messageChanged,
  contactChanged: saved('contact', 'contact', (contact, sign) => ({ contact: contactView(contact, sign) })),
  contactDeleted: deleted('contact', ({ contactId }) => ({ contactId })),
  contactErased: silent,
  messagesErased: silent,
  contactImportChanged: saved('contactImport', 'import', (value) => ({ import: contactImportView(value) })),
  campaignAnswered: silent,
  messageBudgetReached: desk.messageBudgetReached,
  queueChanged: saved('queue', 'queue', (queue, sign) => ({ queue: queueView(queue, sign) })),
  queueDeleted: deleted('queue', ({ queueId }) => ({ queueId })),
  queueOptionsChanged: desk.queueOptionsChanged,
  tagChanged: saved('tag', 'tag', (tag) => ({ tag: tagView(tag) })),
  tagDeleted: deleted('tag', ({ tagId }) => ({ tagId })),
  quickMessageChanged: quickMessages.quickMessageChanged,
  quickMessageDeleted: quickMessages.quickMessageDeleted,
  queueIntegrationChanged: saved('queueIntegration', 'integration', (value) => ({
    queueIntegration: queueIntegrationView(value),
  })),
  queueIntegrationDeleted: deleted('queueIntegration', ({ integrationId }) => ({ integrationId })),
  promptChanged: saved('prompt', 'prompt', (prompt) => ({ prompt: promptView(prompt) })),
  promptDeleted: deleted('prompt', ({ promptId }) => ({ promptId })),

  internalChatChanged: chats.internalChatChanged,
  internalChatDeleted: chats.internalChatDeleted,
  internalChatRead: chats.internalChatRead,
  internalChatMessageAppended: chats.internalChatMessageAppended,

  outboundRequested: silent,
  outboundRevokeRequested: silent,
  readMarkRequested: silent,
  outboundEditRequested: silent,
  outboundReactionRequested: silent,
  typingRequested: silent,

  fileListChanged: saved('fileList', 'fileList', (value, sign) => ({ record: fileListView(value, sign) })),
  fileListDeleted: deleted('fileList', ({ fileListId }) => ({ id: fileListId })),
  scheduleChanged: desk.scheduleChanged,
  scheduleDeleted: deleted('schedule', ({ scheduleId }) => ({ scheduleId })),
  campaignChanged: saved('campaign', 'campaign', (value, sign) => ({ record: campaignView(value, sign) })),
  campaignDeleted: deleted('campaign', ({ campaignId }) => ({ id: campaignId })),
  campaignMessageRequested: silent,
  contactListChanged: saved('ContactList', 'contactList', (value) => ({ record: contactListView(value) })),
  contactListDeleted: deleted('ContactList', ({ contactListId }) => ({ id: contactListId })),
  contactListItemChanged: saved('ContactListItem', 'item', (value) => ({
    record: contactListItemView(value),
  })),
  contactListItemDeleted: deleted('ContactListItem', ({ itemId, contactListId }) => ({
    id: itemId,
    contactListId,
  })),
  contactListImportChanged: desk.contactListImportChanged,
}

/** Whether a case has emissions; others are not subscribed. */
export const isEmitted = (name: DeskEventCase): boolean => emissions[name] !== silent

/**
 * The feed rows of an event, in order; none for a case without emissions.
 * @throws {Error} for an event without a required snapshot: its consumer parks it.
 */
export function buildEmissions(event: DeskEvent): Emission[] {
  // The table is keyed by the event's case; TypeScript cannot infer that correlation.
  const emit = emissions[event.body.$case] as (event: DeskEvent) => Emission | Emission[]
  const built = emit(event)
  return Array.isArray(built) ? built : [built]
}
