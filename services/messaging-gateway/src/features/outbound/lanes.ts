import { DAY, doubledMs, HOUR, MINUTE } from '@balcao/kernel'

import { forecastSending, type ForecastRules } from './forecast'
import { newChatCap, type Hold, type NewChatState } from './new-chats'
import type { Lane } from './outbound.store'

/** WhatsApp's own quota of new chats, in its own cycle. */
export interface Quota {
  total: number
  used: number
}

/** What is kept of a number's lanes. */
export interface LaneState extends NewChatState {
  /** Digits; '' before the connection was linked. */
  number: string
  quota: Quota | undefined
  /** What the desk was last told of held chats. */
  toldHold: Hold | undefined
  /** Null: what the configuration says. */
  perMinute: number | null
  nextCampaignAt: Date | undefined
  /** Pauses in a row. */
  strikes: number
  lastFailure: { code: string; at: Date } | undefined
}

export const freshLanes: LaneState = {
  number: '',
  linkedAt: undefined,
  perDay: null,
  nextNewChatAt: undefined,
  cappedUntil: undefined,
  quota: undefined,
  toldHold: undefined,
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
  newChats: NewChatsView
  /** When all that waits will have been sent; undefined when nothing waits, or when nobody can say. */
  doneAt: Date | undefined
  /** The last message that was given up, by its code of the catalogue. */
  lastFailure: { code: string; at: Date } | undefined
}

/** How many chats a number begins. */
export interface NewChatsView {
  /** Messages that would begin a chat. */
  waiting: number
  /** Chats begun in the last 24 hours. */
  begun: number
  cap: number
  /** The administrator's own cap; null: by the number's age. */
  perDay: number | null
  linkedAt: Date | undefined
  hold: Hold | undefined
  quota: Quota | undefined
}

const PAUSES = { firstMs: 1 * HOUR, longestMs: 1 * DAY }

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
  return { until: new Date(now.getTime() + doubledMs(strikes, PAUSES)), strikes }
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

/** What there is to see of a queue beside its state. */
export interface Waiting extends Record<Lane | 'newChats', number> {
  /** Chats begun in the last 24 hours, newest first. */
  begunAt: readonly Date[]
}

export function lanesView(state: LaneState, waiting: Waiting, rules: ForecastRules, now: Date): LanesView {
  const { perMinute, perDay, linkedAt, quota, toldHold } = state
  const campaignsPerMinute = perMinute ?? rules.campaignsPerMinute
  const { begunAt, newChats } = waiting
  const load = { newChats, known: waiting.agent + waiting.campaign - newChats }
  return {
    waitingAgent: waiting.agent,
    waitingCampaign: waiting.campaign,
    perMinute: campaignsPerMinute,
    pausedUntil: isPaused(state, now) ? state.pausedUntil : undefined,
    lastFailure: state.lastFailure,
    newChats: {
      waiting: newChats,
      begun: begunAt.length,
      cap: newChatCap(rules, state, now),
      perDay,
      linkedAt,
      hold: toldHold && toldHold.until > now ? toldHold : undefined,
      quota,
    },
    doneAt: forecastSending({ ...rules, campaignsPerMinute }, { ...state, begunAt }, load, now).doneAt,
  }
}
