import { backoffMs, MINUTE, SECOND } from '@balcao/kernel'

/**
 * Where a message to the network is. SENDING is committed before the frame leaves; ACCEPTED is the server's own word.
 * UNKNOWN: a frame left or may have left and nobody answered; it is sent again under the same id.
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

/** What the network can say about a message. */
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

/** A state only rises. A late proof lifts even FAILED: the network knows better than our patience. */
export const rises = (from: OutboundState, to: OutboundState): boolean => ranks[to] > ranks[from]

/** States that a proof may replace. */
export const statesBelow = (proof: NetworkAck): OutboundState[] =>
  outboundStates.filter((state) => rises(state, proof))

/** Nothing more to do for us: the chat's next message may go. */
export const isTerminal = (state: OutboundState): boolean => ranks[state] > 0

/** The specification's numbers: 0 waiting, 1 sent, 2 received, 3 read, 4 played, -1 failed. */
export function ackOf(state: OutboundState): number {
  if (state === 'FAILED') return -1
  return Math.max(0, ranks[state] - 1)
}

export const toNetworkAck = (ack: 2 | 3 | 4): NetworkAck =>
  ack === 2 ? 'DELIVERED' : ack === 3 ? 'READ' : 'PLAYED'

export interface OutboundTimes {
  /** How long the server may take to accept a frame. */
  acceptWithinMs: number
  /** After a reconnect receipts get this long to prove acceptance before anything is sent again. */
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

const LONGEST_RETRY_MS = 3 * MINUTE

export type UnknownOutcome = { state: 'UNKNOWN'; notBefore: Date } | { state: 'FAILED' }

/**
 * What becomes of a message that left and was not answered after `tries` frames: another try later, or the end.
 * Five tries spread over some ten minutes. Where the network would show a repeat twice there is no second try.
 * @param chance from 0 to 1; spreads what failed together.
 */
export function whenOutcomeUnknown(
  tries: number,
  now: Date,
  chance: number,
  idempotentById: boolean,
  times: OutboundTimes,
): UnknownOutcome {
  if (tries >= times.maxTries || !idempotentById) return { state: 'FAILED' }
  const delayMs = backoffMs(tries, { firstMs: times.firstRetryMs, longestMs: LONGEST_RETRY_MS }, chance)
  return { state: 'UNKNOWN', notBefore: new Date(now.getTime() + delayMs) }
}
