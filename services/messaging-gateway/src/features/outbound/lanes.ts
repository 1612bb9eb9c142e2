import type { ConnectionProvider } from '@balcao/contracts'
import { DAY, doubledMs, HOUR, MINUTE } from '@balcao/kernel'

import { forecastSending, type ForecastRules } from './forecast'
import type { CampaignSends } from './lane.store'
import { computeNewChatCap, findCampaignCapEnd, type Hold, type NewChatState } from './new-chats'
import type { Lane } from './outbound.store'

/** WhatsApp's own quota of new chats, in its own cycle. */
export interface Quota {
  total: number
  used: number
}

/** The stored state of a number's lanes. */
export interface LaneState extends NewChatState {
  /** Digits; '' before the connection was linked. */
  number: string
  provider: ConnectionProvider
  quota: Quota | undefined
  /** The hold that was last announced in an event. */
  announcedHold: Hold | undefined
  /** Whether WhatsApp is asked about numbers before they are sent to. */
  checksNumbers: boolean
  /** Null: the configured pace. */
  perMinute: number | null
  /** An administrator's cap of campaign messages in 24 hours; null: the configured one. */
  campaignsPerDay: number | null
  nextCampaignAt: Date | undefined
  /** Consecutive pauses. */
  strikes: number
  lastFailure: { code: string; at: Date } | undefined
}

export const freshLanes: LaneState = {
  number: '',
  provider: 'beta',
  linkedAt: undefined,
  perDay: null,
  nextNewChatAt: undefined,
  cappedUntil: undefined,
  quota: undefined,
  announcedHold: undefined,
  checksNumbers: false,
  perMinute: null,
  campaignsPerDay: null,
  nextCampaignAt: undefined,
  pausedUntil: undefined,
  strikes: 0,
  lastFailure: undefined,
}

/** A number's queue as shown to administrators. */
export interface LanesView {
  waitingAgent: number
  waitingCampaign: number
  perMinute: number
  /** Campaigns and new chats wait until then; undefined while they go. */
  pausedUntil: Date | undefined
  newChats: NewChatsView
  campaigns: CampaignsView
  /** When the queue will be empty; undefined when it is empty, or never sent by the present rules. */
  doneAt: Date | undefined
  checksNumbers: boolean
  /** The error code of the last failed message. */
  lastFailure: { code: string; at: Date } | undefined
}

/** How many campaign messages a number sends. */
export interface CampaignsView {
  /** In the last 24 hours. */
  sent: number
  cap: number
  /** The administrator's own cap; null: the configured one. */
  perDay: number | null
  heldUntil: Date | undefined
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
 * The pause after a restriction: until the end that WhatsApp names, else an hour, doubled each time the number is restricted again
 * within a day after the pause, at most a day. A restriction during a pause changes nothing: it answers a frame sent before.
 */
export function computePause(state: LaneState, now: Date, end?: Date): { until: Date; strikes: number } {
  if (end && end > now) return { until: end, strikes: state.strikes }
  if (state.pausedUntil && isPaused(state, now)) return { until: state.pausedUntil, strikes: state.strikes }
  const isAgain = state.pausedUntil !== undefined && now.getTime() - state.pausedUntil.getTime() < DAY
  const strikes = isAgain ? state.strikes + 1 : 1
  return { until: new Date(now.getTime() + doubledMs(strikes, PAUSES)), strikes }
}

/** When the next campaign message may be sent: between half and one and a half times the pace's interval. */
export function nextCampaignAt(perMinute: number, now: Date, chance: number): Date {
  const everyMs = MINUTE / perMinute
  return new Date(now.getTime() + everyMs / 2 + everyMs * chance)
}

/** Until when campaigns wait; undefined: they do not. */
export function findCampaignWait(
  state: Pick<LaneState, 'nextCampaignAt' | 'pausedUntil'>,
  now: Date,
): Date | undefined {
  const waits = [state.nextCampaignAt, state.pausedUntil].filter((at) => at !== undefined && at > now)
  return waits.length === 0 ? undefined : waits.reduce((last, at) => (last && at && at > last ? at : last))
}

/** Counts of a queue. */
export interface Waiting extends Record<Lane | 'newChats', number> {
  /** Chats begun in the last 24 hours, newest first. */
  begunAt: readonly Date[]
  campaigns: CampaignSends
}

/* WhatsApp's limit is all that counts for a number that need not send at the pace of people. */
const toQuotaRules = ({ quota }: LaneState, rules: ForecastRules): ForecastRules => ({
  ...rules,
  perMinute: Infinity,
  capsByAge: [{ fromDays: 0, newChats: quota?.total ?? Infinity }],
  campaignsPerDay: Infinity,
})

export interface LaneRules extends ForecastRules {
  /** The number begins chats at the pace of people, up to our own cap. */
  isPaced: boolean
}

export function toLanesView(state: LaneState, waiting: Waiting, rules: LaneRules, now: Date): LanesView {
  const { perMinute, perDay, linkedAt, quota, announcedHold } = state
  const { isPaced } = rules
  const campaignsPerMinute = perMinute ?? rules.campaignsPerMinute
  const { begunAt, newChats, campaigns } = waiting
  const campaignCap = state.campaignsPerDay ?? rules.campaignsPerDay
  const load = { newChats, known: waiting.agent + waiting.campaign - newChats, campaign: waiting.campaign }
  return {
    waitingAgent: waiting.agent,
    waitingCampaign: waiting.campaign,
    perMinute: campaignsPerMinute,
    pausedUntil: isPaused(state, now) ? state.pausedUntil : undefined,
    checksNumbers: state.checksNumbers,
    lastFailure: state.lastFailure,
    newChats: {
      waiting: newChats,
      begun: begunAt.length,
      cap: isPaced || !quota ? computeNewChatCap(rules, state, now) : quota.total,
      perDay,
      linkedAt,
      hold: announcedHold && announcedHold.until > now ? announcedHold : undefined,
      quota,
    },
    campaigns: {
      sent: campaigns.sent,
      cap: campaignCap,
      perDay: state.campaignsPerDay,
      heldUntil: findCampaignCapEnd(campaignCap, campaigns.reachedAt, now),
    },
    doneAt: forecastSending(
      {
        ...(isPaced ? { ...rules, campaignsPerDay: campaignCap } : toQuotaRules(state, rules)),
        campaignsPerMinute,
      },
      { ...state, perDay: isPaced ? perDay : null, begunAt, campaigns },
      load,
      now,
    ).doneAt,
  }
}
