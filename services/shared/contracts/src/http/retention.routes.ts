import type { retentionBody, retentionQuery } from './retention.http'
import { type Sent, route } from './route'

/** After so many months at the earliest and at the latest, where a company erases at all. */
export const LEAST_RETENTION_MONTHS = 1
export const MOST_RETENTION_MONTHS = 120

/** What is erased of closed tickets: their messages with their files, or the files alone. */
export const retentionKinds = ['messages', 'media'] as const
export type RetentionKind = (typeof retentionKinds)[number]

export interface RetentionCounts {
  /** Of `media`: those with files. */
  tickets: number
  /** None of `media`: a message stays without its file. */
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
  /** Tickets that were closed before are done; null before the first run. */
  erasedBefore: string | null
  lastRunAt: string | null
  isRunning: boolean
  /** What is due now; at most 10,000. */
  ticketsLeft: number
  /** By the run that goes on, or by the last one. */
  erased: RetentionCounts
}

export interface RetentionMonths {
  /** Messages of tickets that were closed so many months ago are erased; null: they are kept. */
  messagesMonths: number | null
  /** The same of files alone: fewer months than of the messages. */
  mediaMonths: number | null
}

export interface RetentionView extends RetentionMonths {
  messages: RetentionProgress
  media: RetentionProgress
}

export interface RetentionPreview {
  messages: RetentionEstimate
  /** Without the files of messages that are erased themselves. */
  media: RetentionEstimate
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
