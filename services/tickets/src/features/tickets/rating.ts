import { MINUTE } from '@balcao/kernel'

import type { Ticket } from './ticket'

/** The rating that a text is: 1 unsatisfied, 2 satisfied, 3 very satisfied. */
export function parseRating(text: string): number | undefined {
  const [digit] = /^\s*\*?([123])\*?[.!]?\s*$/.exec(text)?.slice(1) ?? []
  return digit === undefined ? undefined : Number(digit)
}

/** Whether a rating of the closed ticket is still taken. */
export const isWaitingForRating = (
  { status, ratingAt }: Pick<Ticket, 'status' | 'ratingAt'>,
  timeoutMinutes: number,
  now: Date,
): boolean =>
  status === 'closed' && ratingAt !== null && now.getTime() - ratingAt.getTime() < timeoutMinutes * MINUTE
