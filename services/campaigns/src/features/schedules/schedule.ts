import { isDeepStrictEqual } from 'node:util'

import type { CompanyId, ConnectionId, ContactId, ErrorCode, ScheduleId, UserId } from '@balcao/contracts'
import type { Media } from '@balcao/contracts/wire'
import { AppError, doubledMs, isAdmin, MINUTE, SECOND, type Session } from '@balcao/kernel'

import { assertHeaderFile, type PlannedTemplate } from '../templates'

/** `sending`: handed to tickets, outcome not known yet; clients see it as pending. */
export type ScheduleState = 'pending' | 'sending' | 'sent' | 'failed'

/** A message to be sent once, at a given time. */
export interface Schedule {
  id: ScheduleId
  companyId: CompanyId
  /** Of its template, with the variables of its values. */
  body: string
  /** That sends the template; null without one. */
  connectionId: ConnectionId | null
  /** Sent in place of the text. */
  template: PlannedTemplate | null
  sendAt: Date
  state: ScheduleState
  sentAt: Date | null
  /** Error code of a failed schedule; '' otherwise. */
  failure: ErrorCode | ''
  contactId: ContactId
  /** Copy of the contact's name, updated by its events. */
  contactName: string
  /** Timestamp of the copied contact state; null: unknown. */
  contactAsOf: Date | null
  userId: UserId
  /** Copy of the author's name, for when the author is deleted. */
  userName: string
  media: Media | null
  /** Object keys of replaced files: a sent message may use them. */
  formerKeys: readonly string[]
  /** Time of the next try. */
  dueAt: Date
  /** Failed tries. */
  attempts: number
  /** Start of the call in progress; null between calls. */
  claimedAt: Date | null
  createdAt: Date
  updatedAt: Date
}

export type NewSchedule = Pick<
  Schedule,
  'companyId' | 'body' | 'sendAt' | 'contactId' | 'contactName' | 'contactAsOf' | 'userId' | 'userName'
> &
  Partial<Pick<Schedule, 'media' | 'connectionId' | 'template'>>
export type ScheduleChange = Partial<
  Pick<
    Schedule,
    'body' | 'connectionId' | 'template' | 'sendAt' | 'contactId' | 'contactName' | 'contactAsOf'
  >
> & {
  /** Comes with the change. */
  media?: Media | undefined
}

/** Deadline of one try; after it the try has ended. */
export const TRY_DEADLINE_MS = 10 * SECOND
const IN_FLIGHT_MS = TRY_DEADLINE_MS + 5 * SECOND
const MAX_INTERNAL_ATTEMPTS = 8
const RETRIES = { firstMs: 2 * SECOND, longestMs: 5 * MINUTE }

/* Times are given to the minute: the present one is not past. */
const PAST_MS = MINUTE

/** @throws {AppError} ERR_SCHEDULE_IN_PAST */
export function assertNotPast(sendAt: Date, now: Date): void {
  if (sendAt.getTime() < now.getTime() - PAST_MS) throw new AppError('ERR_SCHEDULE_IN_PAST')
}

/* A template has the file of its header, and no other. */
function assertFile<T extends Pick<Schedule, 'media' | 'template'>>(schedule: T): T {
  const { template, media } = schedule
  if (template && media && !template.file) throw new AppError('ERR_TEMPLATE_ALONE')
  if (template) assertHeaderFile(template, media)
  return schedule
}

const withMedia = (schedule: Schedule, media: Media | null): Schedule => ({
  ...schedule,
  media,
  formerKeys: schedule.media ? [...schedule.formerKeys, schedule.media.key] : schedule.formerKeys,
})

/** @throws {AppError} ERR_TEMPLATE_ALONE for a file beside a template, ERR_TEMPLATE_FILE and ERR_MEDIA_TOO_LARGE for that of its header. */
export const buildSchedule = (draft: NewSchedule, now: Date): Omit<Schedule, 'id'> => ({
  ...assertFile({ media: null, connectionId: null, template: null, ...draft }),
  state: 'pending',
  sentAt: null,
  failure: '',
  formerKeys: [],
  dueAt: draft.sendAt,
  attempts: 0,
  claimedAt: null,
  createdAt: now,
  updatedAt: now,
})

/*
 * Between two tries it is unknown whether the first was sent. A change would then go out as a second message, so
 * only a schedule that was not handed over may change.
 */
function assertNotHandedOver(schedule: Schedule): void {
  if (schedule.state === 'sent' || schedule.state === 'sending')
    throw new AppError('ERR_SCHEDULE_ALREADY_SENT')
}

/** Whose schedules the session may see, change and delete: administrators everyone's (undefined), others their own. */
export const scheduleScope = (session: Session): UserId | undefined =>
  isAdmin(session) ? undefined : session.userId

/**
 * The schedule, or the refusal: its text belongs to a conversation that only its author and administrators surely see, and it
 * is sent with its author's rights. @throws {AppError} ERR_NO_SCHEDULE_FOUND, ERR_NO_PERMISSION
 */
export function requireSchedule<T extends { userId: number }>(session: Session, schedule: T | undefined): T {
  if (!schedule) throw new AppError('ERR_NO_SCHEDULE_FOUND')
  const author = scheduleScope(session)
  if (author !== undefined && author !== schedule.userId)
    throw new AppError('ERR_NO_PERMISSION', { detail: "another user's schedule" })
  return schedule
}

const asPending = (schedule: Schedule, now: Date): Schedule => ({
  ...schedule,
  state: 'pending',
  failure: '',
  attempts: 0,
  dueAt: schedule.sendAt,
  updatedAt: now,
})

/* The file of a header leaves with its template; any other with the text that a template takes the place of. */
function keepsFile(schedule: Schedule, { template }: ScheduleChange): boolean {
  if (template === undefined) return true
  return template ? template.file !== undefined : !schedule.template?.file
}

function changeMedia(schedule: Schedule, change: ScheduleChange): Schedule {
  if (change.media) return withMedia(schedule, change.media)
  return schedule.media === null || keepsFile(schedule, change) ? schedule : withMedia(schedule, null)
}

/**
 * The schedule as its author wants it now: the same one when nothing changes; one failed is tried again. A template takes the place of the
 * text and of the file, unless its header has one.
 * @throws {AppError} ERR_SCHEDULE_ALREADY_SENT, ERR_SCHEDULE_IN_PAST for another time that has passed, ERR_TEMPLATE_ALONE,
 *   ERR_TEMPLATE_FILE, ERR_MEDIA_TOO_LARGE
 */
export function changeSchedule(
  schedule: Schedule,
  { media, ...change }: ScheduleChange,
  now: Date,
): Schedule {
  assertNotHandedOver(schedule)
  const changed = { ...changeMedia(schedule, { ...change, media }), ...change }
  if (changed.sendAt.getTime() !== schedule.sendAt.getTime()) assertNotPast(changed.sendAt, now)
  const isSame = schedule.state === 'pending' && isDeepStrictEqual(changed, schedule)
  if (!isSame) assertFile(changed)
  return isSame ? schedule : asPending(changed, now)
}

/**
 * Replaces or removes the file.
 * @throws {AppError} ERR_SCHEDULE_ALREADY_SENT, ERR_TEMPLATE_ALONE, ERR_TEMPLATE_FILE also for a header's that is removed,
 *   ERR_MEDIA_TOO_LARGE
 */
export function attachMedia(schedule: Schedule, media: Media | null, now: Date): Schedule {
  assertNotHandedOver(schedule)
  return asPending(assertFile(withMedia(schedule, media)), now)
}

/** Refuses the deletion while a call is in progress. @throws {AppError} ERR_SCHEDULE_ALREADY_SENT */
export function assertDeletable(schedule: Schedule, now: Date): void {
  const isInFlight =
    schedule.state === 'sending' &&
    schedule.claimedAt !== null &&
    now.getTime() - schedule.claimedAt.getTime() < IN_FLIGHT_MS
  if (isInFlight) throw new AppError('ERR_SCHEDULE_ALREADY_SENT')
}

/** Idempotency key: the same for every try. */
export const buildSendKey = ({ id, sendAt }: Pick<Schedule, 'id' | 'sendAt'>): string =>
  `schedule:${id}:${sendAt.toISOString()}`

/**
 * The schedule claimed for a try; undefined when it is not due or already finished. A claim of a killed process may
 * be claimed again: the send key prevents a second message.
 */
export function claimSchedule(schedule: Schedule, now: Date): Schedule | undefined {
  const isOpen = schedule.state === 'pending' || schedule.state === 'sending'
  if (!isOpen || schedule.dueAt > now) return undefined
  return { ...schedule, state: 'sending', claimedAt: now }
}

/** Whether the row still has the claimed state. */
export const isSameClaim = (schedule: Schedule, claimed: Schedule): boolean =>
  schedule.state === 'sending' && schedule.sendAt.getTime() === claimed.sendAt.getTime()

export const markSent = (schedule: Schedule, now: Date): Schedule => ({
  ...schedule,
  state: 'sent',
  sentAt: now,
  failure: '',
  claimedAt: null,
  updatedAt: now,
})

/* No session is connected: nothing was written, and it may pass after a restart or reconnect. Ends after about an hour. */
const NO_SESSION: readonly ErrorCode[] = ['ERR_NO_DEF_WAPP_FOUND', 'ERR_WAPP_NOT_INITIALIZED']
const MAX_SESSION_ATTEMPTS = 20

function isPassing(error: AppError, attempts: number): boolean {
  if (error.kind === 'unavailable' || error.kind === 'too-many') return true
  if (NO_SESSION.includes(error.code)) return attempts < MAX_SESSION_ATTEMPTS
  return error.kind === 'internal' && attempts < MAX_INTERNAL_ATTEMPTS
}

/**
 * The schedule after a try that failed: tried again later when the reason may pass (2, 4, 8 … seconds, at most
 * 5 minutes), else failed with the reason. Pending again when the try surely wrote nothing.
 */
export function markFailed(schedule: Schedule, error: AppError, now: Date): Schedule {
  const attempts = schedule.attempts + 1
  const tried = { ...schedule, attempts, claimedAt: null }
  if (!isPassing(error, attempts)) return { ...tried, state: 'failed', failure: error.code, updatedAt: now }
  const state = NO_SESSION.includes(error.code) ? 'pending' : schedule.state
  return { ...tried, state, dueAt: new Date(now.getTime() + doubledMs(attempts, RETRIES)) }
}
