import type { TicketConflict, TicketView } from '@balcao/contracts'

import { readApiError } from '../lib/api-error'

const isConflict = (value: unknown): value is TicketConflict =>
  typeof value === 'object' &&
  value !== null &&
  'code' in value &&
  value.code === 'ERR_OTHER_OPEN_TICKET' &&
  'uuid' in value

/** The other open ticket that a 409 carries as JSON in its `error`. */
export const parseTicketConflict = (error: unknown): TicketConflict | null => {
  const read = readApiError(error)
  if (read.kind !== 'answer' || read.status !== 409 || !read.error.startsWith('{')) return null
  try {
    const value: unknown = JSON.parse(read.error)
    return isConflict(value) ? value : null
  } catch {
    return null
  }
}

/** The ticket with the status, user and queue of a 409 answer. */
export const applyTicketConflict = (
  ticket: TicketView,
  { status, userId, user, queueId, queue }: TicketConflict,
): TicketView => ({
  ...ticket,
  status,
  userId,
  user,
  queueId,
  queue,
})
