import {
  keepsFilesLonger,
  mapRetentionMonths,
  toInstant,
  toWallClock,
  type RetentionCounts,
  type RetentionKind,
  type RetentionMonths,
} from '@balcao/contracts'
import { AppError } from '@balcao/kernel'

/* Midnight of a day by the clocks of a zone. A day that the month does not have is its last one. */
function toMidnight(timeZone: string, year: number, month: number, day: number): Date {
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return toInstant(timeZone, new Date(Date.UTC(year, month, Math.min(day, lastDay))))
}

/** The beginning of the day of so many months ago: what was closed before is erased. */
export function findCutOff(months: number, now: Date, timeZone: string): Date {
  const today = toWallClock(timeZone, now)
  return toMidnight(timeZone, today.getUTCFullYear(), today.getUTCMonth() - months, today.getUTCDate())
}

/** The beginning of the next day, when more is due. */
export function findNextRun(now: Date, timeZone: string): Date {
  const today = toWallClock(timeZone, now)
  const tomorrow = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() + 1)
  return toInstant(timeZone, new Date(tomorrow))
}

/** Kinds that are erased of closed tickets. */
export type TicketKind = Exclude<RetentionKind, 'chats'>

/** Tickets that were closed from one time (included) to another: the files of older ones go with their messages. */
export interface ClosedPeriod {
  from: Date | undefined
  before: Date
}

/** Which closed tickets each kind is due for, of `chats` when it was written; undefined: nothing is erased. */
export function planPeriods(
  { messagesMonths, mediaMonths, chatsMonths }: RetentionMonths,
  now: Date,
  timeZone: string,
): Record<RetentionKind, ClosedPeriod | undefined> {
  const cutOff = (months: number | null) => (months === null ? undefined : findCutOff(months, now, timeZone))
  const [messagesBefore, mediaBefore] = [cutOff(messagesMonths), cutOff(mediaMonths)]
  const chatsBefore = cutOff(chatsMonths)
  return {
    messages: messagesBefore && { from: undefined, before: messagesBefore },
    media: mediaBefore && { from: messagesBefore, before: mediaBefore },
    chats: chatsBefore && { from: undefined, before: chatsBefore },
  }
}

/** The months of a company's rules; without a rule nothing is erased. */
export const toMonths = (rules: readonly { kind: RetentionKind; months: number | null }[]): RetentionMonths =>
  mapRetentionMonths((_field, of) => rules.find(({ kind }) => kind === of)?.months ?? null)

/** @throws {AppError} ERR_VALIDATION when files would be kept longer than their messages */
export function requireFilesWithinMessages(months: RetentionMonths): void {
  if (keepsFilesLonger(months))
    throw new AppError('ERR_VALIDATION', { detail: 'files are not kept longer than their messages' })
}

export const noCounts: RetentionCounts = { tickets: 0, messages: 0, files: 0, sizeBytes: 0 }
