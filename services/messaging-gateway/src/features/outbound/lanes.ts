import { DAY, HOUR, MINUTE } from '@balcao/kernel'

import type { Lane } from './outbound.store'

/** What is kept of a number's lanes. */
export interface LaneState {
  /** Null: what the configuration says. */
  perMinute: number | null
  nextCampaignAt: Date | undefined
  pausedUntil: Date | undefined
  /** Pauses in a row. */
  strikes: number
  lastFailure: { code: string; at: Date } | undefined
}

export const freshLanes: LaneState = {
  perMinute: null,
  nextCampaignAt: undefined,
  pausedUntil: undefined,
  strikes: 0,
  lastFailure: undefined,
}

/** What an administrator sees of a number's queue. */
export interface LanesView {
  waitingAgent: number
  waitingCampaign: number
  perMinute: number
  /** Campaigns and new chats wait until then; undefined while they go. */
  pausedUntil: Date | undefined
  /** The last message that was given up, by its code of the catalogue. */
  lastFailure: { code: string; at: Date } | undefined
}

const FIRST_PAUSE_MS = 1 * HOUR
const LONGEST_PAUSE_MS = 1 * DAY

export const isPaused = ({ pausedUntil }: Pick<LaneState, 'pausedUntil'>, now: Date): boolean =>
  pausedUntil !== undefined && pausedUntil > now

/**
 * How long a number that the network has restricted starts nothing of its own: until the end that it names, else an hour, then twice as long each time it
 * is restricted again within a day after the pause, at most a day. A restriction during the pause changes nothing: it
 * answers a frame that had left before.
 */
export function pauseAfter(state: LaneState, now: Date, end?: Date): { until: Date; strikes: number } {
  if (end && end > now) return { until: end, strikes: state.strikes }
  if (state.pausedUntil && isPaused(state, now)) return { until: state.pausedUntil, strikes: state.strikes }
  const isAgain = state.pausedUntil !== undefined && now.getTime() - state.pausedUntil.getTime() < DAY
  const strikes = isAgain ? state.strikes + 1 : 1
  const ms = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (strikes - 1))
  return { until: new Date(now.getTime() + ms), strikes }
}

/** When the message after the one that goes now may go: the pace, between its half and one and a half times. */
export function nextCampaignAt(perMinute: number, now: Date, chance: number): Date {
  const everyMs = MINUTE / perMinute
  return new Date(now.getTime() + everyMs / 2 + everyMs * chance)
}

/** When a campaign's next message may go; undefined: now. */
export function campaignsWaitUntil(
  state: Pick<LaneState, 'nextCampaignAt' | 'pausedUntil'>,
  now: Date,
): Date | undefined {
  const waits = [state.nextCampaignAt, state.pausedUntil].filter((at) => at !== undefined && at > now)
  return waits.length === 0 ? undefined : waits.reduce((last, at) => (last && at && at > last ? at : last))
}

export function lanesView(
  state: LaneState,
  waiting: Record<Lane, number>,
  standardPerMinute: number,
  now: Date,
): LanesView {
  return {
    waitingAgent: waiting.agent,
    waitingCampaign: waiting.campaign,
    perMinute: state.perMinute ?? standardPerMinute,
    pausedUntil: isPaused(state, now) ? state.pausedUntil : undefined,
    lastFailure: state.lastFailure,
  }
}
