import { DAY, MINUTE } from '@balcao/kernel'

import type { CampaignSends } from './lane.store'
import { findAccountHold, computeNewChatCap, type NewChatRules, type NewChatState } from './new-chats'

export interface ForecastRules extends NewChatRules {
  /** Messages of campaigns a minute. */
  campaignsPerMinute: number
  /** The number's cap of them in 24 hours. */
  campaignsPerDay: number
}

export interface ForecastState extends NewChatState {
  /** Chats begun within the last 24 hours, newest first. */
  begunAt: readonly Date[]
  nextCampaignAt: Date | undefined
  /** Messages of campaigns in the last 24 hours. */
  campaigns: Pick<CampaignSends, 'sent' | 'firstAt'>
}

/** Messages of a campaign, or of the queue. */
export interface Load {
  /** Messages that begin a chat. */
  newChats: number
  /** Messages in known chats. */
  known: number
  /** Those of both that are a campaign's. */
  campaign: number
}

export interface Forecast {
  /** When the last message is sent; undefined without messages, or when the number may begin no chats. */
  doneAt: Date | undefined
  /** New chats of each day from now on, 24 hours each. */
  newChatsByDay: number[]
}

const latest = (...times: (Date | undefined)[]): number =>
  Math.max(...times.map((at) => at?.getTime() ?? Number.NEGATIVE_INFINITY))

/* The first time from `at` on with fewer new chats in the 24 hours before it than the cap. */
function findFirstFree(
  rules: ForecastRules,
  state: ForecastState,
  begun: readonly number[],
  at: number,
): number | undefined {
  const cap = computeNewChatCap(rules, state, new Date(at))
  const oldest = begun[begun.length - cap]
  if (cap > 0 && (oldest === undefined || oldest + DAY <= at)) return at
  const grows = state.perDay === null ? findNextStep(rules, state.linkedAt, at) : undefined
  const next = Math.min(cap > 0 && oldest !== undefined ? oldest + DAY : Infinity, grows ?? Infinity)
  return next === Infinity ? undefined : findFirstFree(rules, state, begun, next)
}

function findNextStep(
  { capsByAge }: ForecastRules,
  linkedAt: Date | undefined,
  at: number,
): number | undefined {
  const bornAt = linkedAt?.getTime() ?? at
  return capsByAge.map(({ fromDays }) => bornAt + fromDays * DAY).find((step) => step > at)
}

/* When each new chat begins; fewer than `count` when the number may begin no more. */
function newChatTimes(rules: ForecastRules, state: ForecastState, count: number, now: Date): number[] {
  const everyMs = MINUTE / Math.min(rules.perMinute, rules.campaignsPerMinute)
  const begun = state.begunAt.map((at) => at.getTime()).reverse()
  const known = begun.length
  let next = latest(now, state.nextNewChatAt, state.nextCampaignAt, findAccountHold(state, now)?.until)
  while (begun.length - known < count) {
    const at = findFirstFree(rules, state, begun, next)
    if (at === undefined) break
    begun.push(at)
    next = at + everyMs
  }
  return begun.slice(known)
}

function countByDay(times: readonly number[], now: Date): number[] {
  const days: number[] = []
  for (const at of times) {
    const day = Math.floor((at - now.getTime()) / DAY)
    while (days.length <= day) days.push(0)
    days[day] = (days[day] ?? 0) + 1
  }
  return days
}

/* When the cap lets the last message of a campaign go; undefined: never. */
function findLastByCap(
  { campaignsPerDay: cap }: Pick<ForecastRules, 'campaignsPerDay'>,
  { campaigns }: Pick<ForecastState, 'campaigns'>,
  messages: number,
  now: Date,
): number | undefined {
  if (messages === 0) return now.getTime()
  if (cap === 0) return undefined
  const days = Math.floor((campaigns.sent + messages - 1) / cap)
  return days === 0 ? now.getTime() : (campaigns.firstAt ?? now).getTime() + days * DAY
}

/**
 * When a campaign or the queue of a number will be sent, by the same rules as `claimRows`: pace, cap by age, and holds of
 * WhatsApp. At average pace, without messages that agents add meanwhile.
 */
export function forecastSending(rules: ForecastRules, state: ForecastState, load: Load, now: Date): Forecast {
  const times = newChatTimes(rules, state, load.newChats, now)
  const newChatsByDay = countByDay(times, now)
  const messages = load.newChats + load.known
  if (messages === 0 || times.length < load.newChats) return { doneAt: undefined, newChatsByDay }
  const lastByCap = findLastByCap(rules, state, load.campaign, now)
  if (lastByCap === undefined) return { doneAt: undefined, newChatsByDay }
  const firstAt = latest(now, state.nextCampaignAt, state.pausedUntil)
  const lastByPace = firstAt + ((messages - 1) * MINUTE) / rules.campaignsPerMinute
  return { doneAt: new Date(Math.max(lastByPace, lastByCap, times.at(-1) ?? 0)), newChatsByDay }
}
