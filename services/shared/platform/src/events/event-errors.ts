import { AppError } from '@balcao/kernel'

import { isDatabaseGone } from '../postgres'

/** Error text of events from a newer build. They are replayed once this service knows their type. */
export const UNKNOWN_KIND = 'this build does not know this kind of event'

/** As it was parked, by builds before 30 November 2026 as an error's own text. */
export const unknownKindTexts: readonly string[] = [UNKNOWN_KIND, `Error: ${UNKNOWN_KIND}`]

const LONGEST_ERROR = 1_000

/** One line for the list of dead events. */
export const describeError = (error: unknown): string =>
  String(error instanceof AppError ? error.message : error).slice(0, LONGEST_ERROR)

/** A dependency of the consumer is unavailable: the event itself is fine, so the failure does not count. */
export const isDependencyError = (error: unknown): boolean =>
  isDatabaseGone(error) ||
  (error instanceof AppError && (error.code === 'ERR_UNAVAILABLE' || error.code === 'ERR_DEADLINE'))
