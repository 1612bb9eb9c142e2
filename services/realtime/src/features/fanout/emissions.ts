import type { DeskEvent, DeskEventCase } from '@balcao/contracts/wire'

import * as campaigns from './campaign-emissions'
import * as chats from './chat-emissions'
import * as desk from './desk-emissions'
import * as assistants from './assistant-emissions'
import * as directory from './directory-emissions'
import type { Emission } from './emission'
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
  announcementDeleted: desk.announcementDeleted,
  planChanged: directory.planChanged,
  invoiceChanged: directory.invoiceChanged,
  invoicePaid: silent,
  chargeReported: silent,

  connectionChanged: desk.connectionChanged,
  connectionDeleted: desk.connectionDeleted,
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
  contactChanged: desk.contactChanged,
  contactDeleted: desk.contactDeleted,
  contactErased: silent,
  messagesErased: silent,
  contactImportChanged: desk.contactImportChanged,
  campaignAnswered: silent,
  messageBudgetReached: desk.messageBudgetReached,
  queueChanged: desk.queueChanged,
  queueDeleted: desk.queueDeleted,
  queueOptionsChanged: desk.queueOptionsChanged,
  tagChanged: desk.tagChanged,
  tagDeleted: desk.tagDeleted,
  quickMessageChanged: quickMessages.quickMessageChanged,
  quickMessageDeleted: quickMessages.quickMessageDeleted,
  queueIntegrationChanged: assistants.queueIntegrationChanged,
  queueIntegrationDeleted: assistants.queueIntegrationDeleted,
  promptChanged: assistants.promptChanged,
  promptDeleted: assistants.promptDeleted,

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

  fileListChanged: desk.fileListChanged,
  fileListDeleted: desk.fileListDeleted,
  scheduleChanged: desk.scheduleChanged,
  scheduleDeleted: desk.scheduleDeleted,
  campaignChanged: campaigns.campaignChanged,
  campaignDeleted: campaigns.campaignDeleted,
  campaignMessageRequested: silent,
  contactListChanged: campaigns.contactListChanged,
  contactListDeleted: campaigns.contactListDeleted,
  contactListItemChanged: campaigns.contactListItemChanged,
  contactListItemDeleted: campaigns.contactListItemDeleted,
  contactListImportChanged: campaigns.contactListImportChanged,
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
