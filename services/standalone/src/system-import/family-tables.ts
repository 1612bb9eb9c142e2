import type { PublishedTables } from './source-database'

/*
 * Tables and columns of whaticket-community (to 2025-10), of the editions with companies, and of Ticketz (to 2026-06), as their
 * published migrations make them.
 */

const shared = {
  Users: {
    needed: 'id name email profile createdAt updatedAt',
    known: 'passwordHash tokenVersion super companyId online whatsappId allTicket',
  },
  Queues: {
    needed: 'id name color createdAt updatedAt',
    known:
      'greetingMessage outOfHoursMessage schedules companyId mediaPath mediaName orderQueue integrationId promptId',
  },
  Whatsapps: {
    needed: 'id name status createdAt updatedAt',
    known:
      'session qrcode battery plugged retries greetingMessage farewellMessage complationMessage outOfHoursMessage ratingMessage transferMessage provider isDefault language companyId token facebookUserId facebookUserToken facebookPageUserId tokenMeta channel number expiresInactiveMessage expiresTicket transferQueueId timeToTransfer promptId maxUseBotQueues timeUseBotQueues integrationId',
  },
  Contacts: {
    needed: 'id name number email isGroup createdAt updatedAt',
    known:
      'profilePicUrl profileHiresPictureUrl channel disableBot presence language companyId whatsappId acceptAudioMessage active',
  },
  ContactCustomFields: { needed: 'id name value contactId', known: 'createdAt updatedAt' },
  Tickets: {
    needed: 'id status contactId whatsappId userId queueId createdAt updatedAt',
    known:
      'lastMessage unreadMessages isGroup companyId uuid channel chatbot queueOptionId useIntegration integrationId typebotSessionId typebotStatus promptId amountUsedBotQueues fromMe',
  },
  Messages: {
    needed:
      'id body ack fromMe mediaType mediaUrl ticketId contactId isDeleted quotedMsgId createdAt updatedAt',
    known: 'read remoteJid participant dataJson companyId queueId isEdited channel thumbnailUrl error userId',
  },
  UserQueues: { needed: 'userId queueId', known: 'createdAt updatedAt' },
  WhatsappQueues: { needed: 'whatsappId queueId', known: 'createdAt updatedAt' },
  Settings: { needed: 'key value', known: 'id companyId createdAt updatedAt' },
} satisfies PublishedTables

export const communityTables: PublishedTables = {
  ...shared,
  QuickAnswers: { needed: 'id shortcut message', known: 'createdAt updatedAt', isOptional: true },
}

export const companyTables: PublishedTables = {
  ...shared,
  Companies: {
    needed: 'id name',
    known: 'phone email status dueDate recurrence schedules planId language createdAt updatedAt',
  },
  QueueOptions: {
    needed: 'id title message queueId parentId',
    known: 'option forwardQueueId exitChatbot mediaPath mediaName createdAt updatedAt',
  },
  Tags: { needed: 'id name color companyId', known: 'kanban createdAt updatedAt' },
  TicketTags: { needed: 'ticketId tagId', known: 'createdAt updatedAt' },
  QuickMessages: {
    needed: 'id shortcode message companyId',
    known: 'userId geral mediaName mediaPath createdAt updatedAt',
  },
  TicketNotes: { needed: 'id note ticketId createdAt', known: 'userId contactId updatedAt' },
  Schedules: {
    needed: 'id body sendAt sentAt contactId userId companyId',
    known: 'ticketId status saveMessage mediaName mediaPath createdAt updatedAt',
  },
  ContactTags: { needed: 'contactId tagId', known: 'id createdAt updatedAt', isOptional: true },
  BaileysKeys: { needed: 'whatsappId type key value', known: 'createdAt updatedAt', isOptional: true },
  UserRatings: {
    needed: 'id ticketId userId rate createdAt',
    known: 'companyId updatedAt',
    isOptional: true,
  },
  Campaigns: {
    needed: 'id name status companyId scheduledAt completedAt whatsappId contactListId createdAt',
    known:
      'message1 message2 message3 message4 message5 confirmationMessage1 confirmationMessage2 confirmationMessage3 confirmationMessage4 confirmationMessage5 confirmation mediaPath mediaName fileListId updatedAt',
    isOptional: true,
  },
  CampaignShipping: {
    needed: 'id campaignId contactId number deliveredAt confirmationRequestedAt confirmedAt',
    known: 'jobId message confirmationMessage confirmation createdAt updatedAt',
    isOptional: true,
  },
  ContactLists: { needed: 'id name', known: 'companyId createdAt updatedAt', isOptional: true },
  ContactListItems: {
    needed: 'id name email',
    known: 'number isWhatsappValid contactListId companyId createdAt updatedAt',
    isOptional: true,
  },
  WhatsappLidMaps: {
    needed: 'lid contactId',
    known: 'id companyId createdAt updatedAt',
    isOptional: true,
  },
}
