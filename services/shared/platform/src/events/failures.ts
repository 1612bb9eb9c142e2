import { AppError } from '@balcao/kernel'

import { isDatabaseGone } from '../postgres'

const LONGEST_ERROR = 1_000

/** One line for the list of dead events. */
export const describeFailure = (error: unknown): string =>
  String(error instanceof AppError ? error.message : error).slice(0, LONGEST_ERROR)

/** Something the consumer depends on is away: nothing is wrong with the event, so the failure does not count. */
export const isDependencyFailure = (error: unknown): boolean =>
  isDatabaseGone(error) ||
  (error instanceof AppError && (error.code === 'ERR_UNAVAILABLE' || error.code === 'ERR_DEADLINE'))
