declare const brand: unique symbol

type Branded<T, B extends string> = T & { readonly [brand]: B }

export type CompanyId = Branded<number, 'CompanyId'>
export type UserId = Branded<number, 'UserId'>
export type QueueId = Branded<number, 'QueueId'>
export type QueueOptionId = Branded<number, 'QueueOptionId'>
export type TicketId = Branded<number, 'TicketId'>
export type ContactId = Branded<number, 'ContactId'>
export type ConnectionId = Branded<number, 'ConnectionId'>
export type TagId = Branded<number, 'TagId'>
export type QueueIntegrationId = Branded<number, 'QueueIntegrationId'>
export type PromptId = Branded<number, 'PromptId'>
export type QuickMessageId = Branded<number, 'QuickMessageId'>
export type ChatId = Branded<number, 'ChatId'>
export type FileListId = Branded<number, 'FileListId'>
export type AnnouncementId = Branded<number, 'AnnouncementId'>
export type ApiKeyId = Branded<number, 'ApiKeyId'>
export type HelpId = Branded<number, 'HelpId'>
export type PlanId = Branded<number, 'PlanId'>
export type ScheduleId = Branded<number, 'ScheduleId'>
export type CampaignId = Branded<number, 'CampaignId'>
export type ContactListId = Branded<number, 'ContactListId'>
export type ContactListItemId = Branded<number, 'ContactListItemId'>
/** UUIDv7. */
export type MessageId = Branded<string, 'MessageId'>

/* Brand a plain value as an id, unchecked: parse first. */
export const companyId = (value: number) => value as CompanyId
export const userId = (value: number) => value as UserId
export const queueId = (value: number) => value as QueueId
export const queueOptionId = (value: number) => value as QueueOptionId
export const ticketId = (value: number) => value as TicketId
export const contactId = (value: number) => value as ContactId
export const connectionId = (value: number) => value as ConnectionId
export const tagId = (value: number) => value as TagId
export const queueIntegrationId = (value: number) => value as QueueIntegrationId
export const promptId = (value: number) => value as PromptId
export const quickMessageId = (value: number) => value as QuickMessageId
export const chatId = (value: number) => value as ChatId
export const fileListId = (value: number) => value as FileListId
export const announcementId = (value: number) => value as AnnouncementId
export const apiKeyId = (value: number) => value as ApiKeyId
export const helpId = (value: number) => value as HelpId
export const planId = (value: number) => value as PlanId
export const scheduleId = (value: number) => value as ScheduleId
export const campaignId = (value: number) => value as CampaignId
export const contactListId = (value: number) => value as ContactListId
export const contactListItemId = (value: number) => value as ContactListItemId
export const messageId = (value: string) => value as MessageId
