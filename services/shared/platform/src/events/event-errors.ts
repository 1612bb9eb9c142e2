import { AppError } from '@balcao/kernel'

import { isDatabaseGone } from '../postgres'

/** What is said of events from a newer build. They are handled by themselves once this service knows their kind. */
export const UNKNOWN_KIND = 'this build does not know this kind of event'

const LONGEST_ERROR = 1_000

/** One line for the list of dead events. */
export const describeError = (error: unknown): string =>
  String(error instanceof AppError ? error.message : error).slice(0, LONGEST_ERROR)

/** Something the consumer depends on is away: nothing is wrong with the event, so the failure does not count. */
export const isDependencyError = (error: unknown): boolean =>
  isDatabaseGone(error) ||
  (error instanceof AppError && (error.code === 'ERR_UNAVAILABLE' || error.code === 'ERR_DEADLINE'))
