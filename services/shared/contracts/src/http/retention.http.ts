import { endpoint } from './endpoint'
import { ignored, number, object } from './fields'
import { LEAST_RETENTION_MONTHS, MOST_RETENTION_MONTHS, retentionRoutes } from './retention.routes'

const months = () => number().integer().min(LEAST_RETENTION_MONTHS).max(MOST_RETENTION_MONTHS)

/** An absent one is not to be erased. */
export const retentionQuery = object({
  messagesMonths: months().optional(),
  mediaMonths: months().optional(),
  chatsMonths: months().optional(),
})

/** Absent fields stay as they are; null: nothing is erased. */
export const retentionBody = object({
  messagesMonths: months().strict(true).nullable(),
  mediaMonths: months().strict(true).nullable(),
  chatsMonths: months().strict(true).nullable(),
  messages: ignored(),
  media: ignored(),
  chats: ignored(),
})

export const readRetention = endpoint(retentionRoutes.readRetention, {
  access: 'admin',
  tag: 'retention',
  summary:
    'After how many months messages and files of closed tickets and messages of internal chats are erased, and how far that is.',
})

export const previewRetention = endpoint(retentionRoutes.previewRetention, {
  access: 'admin',
  rate: 'search',
  query: retentionQuery,
  tag: 'retention',
  summary: 'What would be erased now, were these months saved. Changes nothing.',
})

export const saveRetention = endpoint(retentionRoutes.saveRetention, {
  access: 'admin',
  body: retentionBody,
  tag: 'retention',
  summary:
    "Saves after how many months of the company's time zone messages and files of closed tickets and messages of internal chats are erased, from now on and every night: 1 to 120, null for never. Files are not kept longer than their messages. What is erased does not come back.",
})
