import type { retentionBody, retentionQuery } from './retention.http'
import { type Sent, route } from './route'

/** After so many months at the earliest and at the latest, where a company erases at all. */
export const LEAST_RETENTION_MONTHS = 1
export const MOST_RETENTION_MONTHS = 120

/** What is erased: messages of closed tickets with their files, the files alone, and messages of internal chats. */
export const retentionKinds = ['messages', 'media', 'chats'] as const
export type RetentionKind = (typeof retentionKinds)[number]

export interface RetentionCounts {
  /** Of `media`: those with files; none of `chats`. */
  tickets: number
  /** None of `media`: a message stays without its file. Of `chats`: those of internal chats. */
  messages: number
  files: number
  sizeBytes: number
}

/** What saving these months would erase now. */
export interface RetentionEstimate extends RetentionCounts {
  /** False: files and bytes were counted for some seconds only, and are more. */
  isExact: boolean
}

export interface RetentionProgress {
  /** Tickets that were closed before, or what was written before in internal chats, are done; null before the first run. */
  erasedBefore: string | null
  lastRunAt: string | null
  isRunning: boolean
  /** Tickets that are due now, or messages of internal chats; at most 10,000. */
  left: number
  /** By the run that goes on, or by the last one. */
  erased: RetentionCounts
}

export interface RetentionMonths {
  /** Messages of tickets that were closed so many months ago are erased; null: they are kept. */
  messagesMonths: number | null
  /** The same of files alone: fewer months than of the messages. */
  mediaMonths: number | null
  /** The same of what was written so many months ago in internal chats. */
  chatsMonths: number | null
}

export interface RetentionView extends RetentionMonths {
  messages: RetentionProgress
  media: RetentionProgress
  chats: RetentionProgress
}

export interface RetentionPreview {
  messages: RetentionEstimate
  /** Without the files of messages that are erased themselves. */
  media: RetentionEstimate
  chats: RetentionEstimate
}

export const retentionRoutes = {
  readRetention: route('get', '/retention').with<{ answer: RetentionView }>(),
  previewRetention: route('get', '/retention/preview').with<{
    query: Sent<typeof retentionQuery>
    answer: RetentionPreview
  }>(),
  saveRetention: route('put', '/retention').with<{
    body: Sent<typeof retentionBody>
    answer: RetentionView
  }>(),
}
