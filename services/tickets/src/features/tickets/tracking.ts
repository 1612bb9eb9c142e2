import type { ConnectionId, QueueId, UserId } from '@balcao/contracts'

import type { Ticket } from './ticket'

/** What a change of a ticket writes into the tracking of its present service. */
export interface TrackingChange {
  /** Whether a service begins with it: a new ticket, or one that was closed. */
  begins: boolean
  connectionId: ConnectionId
  queueId: QueueId | null
  userId: UserId | null
  /** When it began to wait, in this queue; undefined keeps the time. */
  queuedAt: Date | undefined
  /** When an agent took it; null when it waits again. */
  startedAt: Date | null | undefined
  /** When the customer was asked for a rating. */
  ratingAt: Date | undefined
  finishedAt: Date | undefined
}

type TrackedTicket = Pick<Ticket, 'status' | 'queueId' | 'userId' | 'connectionId' | 'ratingAt'>

const isClosed = (ticket: TrackedTicket | undefined): boolean => ticket?.status === 'closed'

const isSame = (before: TrackedTicket, after: TrackedTicket): boolean =>
  before.status === after.status &&
  before.queueId === after.queueId &&
  before.userId === after.userId &&
  before.connectionId === after.connectionId

function findStart(
  before: TrackedTicket | undefined,
  after: TrackedTicket,
  now: Date,
): Date | null | undefined {
  if (after.status === 'pending') return null
  return after.status === 'open' && before?.status !== 'open' ? now : undefined
}

/** Whether an agent now wrote after what was no agent's: the customer's words or the bot's. */
export function isAgentAnswer(
  before: Pick<Ticket, 'lastMessage'>,
  { lastMessage }: Pick<Ticket, 'lastMessage'>,
): boolean {
  const isByAgent = lastMessage?.fromMe === true && lastMessage.userId !== null
  return isByAgent && lastMessage.id !== before.lastMessage?.id && !before.lastMessage?.userId
}

/** Undefined when nothing changes that trackings count. `before` is undefined for a new ticket. */
export function trackChange(
  before: TrackedTicket | undefined,
  after: TrackedTicket,
  now: Date,
): TrackingChange | undefined {
  const wasClosed = before === undefined || isClosed(before)
  if (isClosed(after) ? wasClosed : before && isSame(before, after)) return undefined
  const waitsAnew =
    wasClosed ||
    (after.status === 'pending' && (before.status === 'open' || before.queueId !== after.queueId))
  return {
    begins: wasClosed,
    connectionId: after.connectionId,
    queueId: after.queueId,
    userId: after.userId,
    queuedAt: waitsAnew ? now : undefined,
    startedAt: findStart(before, after, now),
    ratingAt: isClosed(after) ? (after.ratingAt ?? undefined) : undefined,
    finishedAt: isClosed(after) ? now : undefined,
  }
}
