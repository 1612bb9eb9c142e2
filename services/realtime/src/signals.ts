import type { CompanyId } from '@balcao/contracts'
import { counter, gauge, histogram, producerSpan } from '@balcao/platform'

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

const calls = counter('balcao_webhook_calls_total', 'Events posted to webhooks of companies, by outcome')
const published = counter(
  'balcao_public_events_total',
  'Public events that brokers have in the operator’s topic',
)
const missed = counter(
  'balcao_public_events_missed_total',
  'Feed rows that were dropped before the operator’s topic had their events',
)
const lag = gauge(
  'balcao_public_events_lag_seconds',
  'How long the oldest event waits for the operator’s topic',
)
let lagSeconds: number | undefined
lag.observe(() => (lagSeconds === undefined ? [] : [{ value: lagSeconds }]))

export type DropReason = 'session' | 'takeover' | 'logout' | 'subscription'

interface Emitted {
  occurredAt: Date
  /** Trace of the event; absent when the present span is the event's. */
  traceparent?: string | undefined
}

/** One function per business fact: counter and log line together. */
export const signals = {
  socketOpened() {
    opened.add()
  },
  /** `reason` is one of socket.io's disconnect reasons. */
  socketClosed(reason: string) {
    closed.add(1, { reason })
  },
  socketRefused(code: string) {
    refused.add(1, { code })
    socketLog.debug({ code }, 'socket refused')
  },
  socketDropped(who: { companyId: CompanyId; userId: number }, reason: DropReason) {
    dropped.add(1, { reason })
    socketLog.info({ ...who, reason }, 'socket dropped')
  },
  /** Counts connections closed for flooding or not reading. */
  connectionDropped(reason: 'flood' | 'slow') {
    dropped.add(1, { reason })
    socketLog.warn({ reason }, 'connection dropped')
  },
  feedGapRead() {
    gaps.add()
  },
  /** Counts an emission and its delay. */
  emitted({ occurredAt, traceparent }: Emitted, now: Date, emit: () => void) {
    producerSpan('emit feed row', traceparent, emit)
    emissionDelay.record(Math.max(0, now.getTime() - occurredAt.getTime()))
  },
  feedDelayed(ms: number) {
    delay.record(Math.max(0, ms))
  },
  feedRowUnreadable(row: { companyId: CompanyId; seq: number; error: unknown }) {
    unreadable.add()
    feedLog.error({ companyId: row.companyId, feedSeq: row.seq, err: row.error }, 'feed row cannot be shown')
  },
  /** Screens are told a user whose company and queues have no names. */
  userRecordMissing(companyId: CompanyId, error: unknown) {
    feedLog.warn({ companyId, err: error }, 'auth did not answer with a user’s record; told without names')
  },
  webhookCalled(
    { id, companyId }: { id: number; companyId: CompanyId },
    { error }: { error: string },
    isParked: boolean,
  ) {
    calls.add(1, { outcome: error === '' ? 'taken' : isParked ? 'parked' : 'failed' })
    if (isParked) feedLog.warn({ companyId, webhookId: id, reason: error }, 'webhook delivery parked')
  },
  webhookPaused({ id, companyId }: { id: number; companyId: CompanyId }) {
    feedLog.warn({ companyId, webhookId: id }, 'webhook paused: it failed for a day')
  },
  publicEventsPublished(count: number) {
    published.add(count)
  },
  publicEventsMissed({ companyId, after, next }: { companyId: CompanyId; after: number; next: number }) {
    missed.add(next - after - 1)
    feedLog.error({ companyId, after, next }, 'the feed dropped rows before the topic had their events')
  },
  publicEventsLag(seconds: number) {
    lagSeconds = seconds
  },
  /** The poll of the other processes finds the row. */
  hintLost(error: unknown) {
    lostHints.add()
    feedLog.debug({ err: error }, 'hint lost')
  },
}
