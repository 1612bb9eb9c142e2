import type { CompanyId } from '@balcao/contracts'
import { counter, histogram, producerSpan } from '@balcao/platform'

import { feedLog, socketLog } from './logger'

const opened = counter('balcao_sockets_opened_total', 'Sockets that joined their rooms')
const closed = counter('balcao_sockets_closed_total', 'Sockets that left, by reason')
const refused = counter('balcao_sockets_refused_total', 'Handshakes that were refused, by code')
const dropped = counter('balcao_sockets_dropped_total', 'Sockets that the server closed, by reason')
const gaps = counter(
  'balcao_feed_gaps_total',
  'Times the feed was read because a row had not been offered here',
)
const unreadable = counter('balcao_feed_unreadable_total', 'Feed rows that could not be shown')
const lostHints = counter('balcao_feed_hints_lost_total', 'Hints to other processes that Redis did not take')
const delay = histogram('balcao_feed_delay_ms', 'From an event’s transaction to its place in the feed')
const emissionDelay = histogram(
  'balcao_emission_delay_ms',
  'From an event’s transaction to its emission to the sockets of this process',
)

export const socketOpened = (): void => opened.add()

/** `reason` is one of socket.io's disconnect reasons. */
export const socketClosed = (reason: string): void => closed.add(1, { reason })

export function socketRefused(code: string): void {
  refused.add(1, { code })
  socketLog.debug({ code }, 'socket refused')
}

export type DropReason = 'session' | 'takeover' | 'logout' | 'subscription'

export function socketDropped(who: { companyId: CompanyId; userId: number }, reason: DropReason): void {
  dropped.add(1, { reason })
  socketLog.info({ ...who, reason }, 'socket dropped')
}

/** Counts connections closed for flooding or not reading. */
export function connectionDropped(reason: 'flood' | 'slow'): void {
  dropped.add(1, { reason })
  socketLog.warn({ reason }, 'connection dropped')
}

export const feedGapRead = (): void => gaps.add()
interface Emitted {
  occurredAt: Date
  /** Trace of the event; absent when the present span is the event's. */
  traceparent?: string | undefined
}

/** Counts an emission and its delay. */
export function emitted({ occurredAt, traceparent }: Emitted, now: Date, emit: () => void): void {
  producerSpan('emit feed row', traceparent, emit)
  emissionDelay.record(Math.max(0, now.getTime() - occurredAt.getTime()))
}

export const feedDelayed = (ms: number): void => delay.record(Math.max(0, ms))

export function feedRowUnreadable(row: { companyId: CompanyId; seq: number; error: unknown }): void {
  unreadable.add()
  feedLog.error({ companyId: row.companyId, feedSeq: row.seq, err: row.error }, 'feed row cannot be shown')
}

/** The poll of the other processes finds the row. */
export function hintLost(error: unknown): void {
  lostHints.add()
  feedLog.debug({ err: error }, 'hint lost')
}
