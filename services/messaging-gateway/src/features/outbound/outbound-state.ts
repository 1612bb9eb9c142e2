import { backoffMs, MINUTE, SECOND } from '@balcao/kernel'

/**
 * States of an outbound row. SENDING is committed before the frame is sent; ACCEPTED is the server's acknowledgement.
 * UNKNOWN: a frame was or may have been sent and was not acknowledged; it is sent again under the same id.
 */
export const outboundStates = [
  'QUEUED',
  'CLAIMED',
  'SENDING',
  'UNKNOWN',
  'FAILED',
  'ACCEPTED',
  'DELIVERED',
  'READ',
  'PLAYED',
] as const
export type OutboundState = (typeof outboundStates)[number]

/** Acknowledgements of the network. */
export type NetworkAck = 'ACCEPTED' | 'DELIVERED' | 'READ' | 'PLAYED'

const ranks: Record<OutboundState, number> = {
  QUEUED: 0,
  CLAIMED: 0,
  SENDING: 0,
  UNKNOWN: 0,
  FAILED: 1,
  ACCEPTED: 2,
  DELIVERED: 3,
  READ: 4,
  PLAYED: 5,
}

/** A state only rises. A late acknowledgement replaces even FAILED. */
export const rises = (from: OutboundState, to: OutboundState): boolean => ranks[to] > ranks[from]

/** States that an acknowledgement may replace. */
export const listStatesBelow = (ack: NetworkAck): OutboundState[] =>
  outboundStates.filter((state) => rises(state, ack))

/** Whether the row is finished: the chat's next message may be sent. */
export const isTerminal = (state: OutboundState): boolean => ranks[state] > 0

/** The wire's numbers: 0 queued, 1 sent, 2 received, 3 read, 4 played, -1 failed. */
export function toAck(state: OutboundState): number {
  if (state === 'FAILED') return -1
  return Math.max(0, ranks[state] - 1)
}

export const toNetworkAck = (ack: 2 | 3 | 4): NetworkAck =>
  ack === 2 ? 'DELIVERED' : ack === 3 ? 'READ' : 'PLAYED'

export interface OutboundTimes {
  /** How long the server may take to accept a frame. */
  acceptWithinMs: number
  /** After a reconnect acknowledgements have this long to arrive before a frame is sent again. */
  graceMs: number
  maxTries: number
  firstRetryMs: number
}

export const outboundTimes: OutboundTimes = {
  acceptWithinMs: 30 * SECOND,
  graceMs: 5 * SECOND,
  maxTries: 5,
  firstRetryMs: 10 * SECOND,
}

const MAX_RETRY_MS = 3 * MINUTE

export type UnknownOutcome = { state: 'UNKNOWN'; notBefore: Date } | { state: 'FAILED' }

/**
 * The next state of a message that was not acknowledged after `tries` frames: another attempt later, or FAILED. Five attempts in
 * about ten minutes; only one where the network would deliver a repeat twice.
 * @param chance from 0 to 1; spreads messages that failed together.
 */
export function planAfterUnknown(
  tries: number,
  now: Date,
  { chance, isIdempotent, times }: { chance: number; isIdempotent: boolean; times: OutboundTimes },
): UnknownOutcome {
  if (tries >= times.maxTries || !isIdempotent) return { state: 'FAILED' }
  const delayMs = backoffMs(tries, { firstMs: times.firstRetryMs, longestMs: MAX_RETRY_MS }, chance)
  return { state: 'UNKNOWN', notBefore: new Date(now.getTime() + delayMs) }
}
