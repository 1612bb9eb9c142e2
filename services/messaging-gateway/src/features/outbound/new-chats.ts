import type { NewChatHold } from '@balcao/contracts'
import { DAY, MINUTE } from '@balcao/kernel'

/** The cap of new chats in 24 hours from this age of a number on. */
export interface CapStep {
  fromDays: number
  newChats: number
}

/** Pace and caps of new chats. */
export interface NewChatRules {
  /** On average: with 5, between 4 and 6. */
  perMinute: number
  /** By age, youngest first; the first step begins at 0. */
  capsByAge: readonly CapStep[]
}

/** The stored state of a number's new chats. */
export interface NewChatState {
  /** When the number was connected here for the first time; undefined: not yet. */
  linkedAt: Date | undefined
  /** An administrator's cap for 24 hours; null: by age. */
  perDay: number | null
  /** When the next chat may begin by the pace. */
  nextNewChatAt: Date | undefined
  /** Until then WhatsApp restricts the number. */
  pausedUntil: Date | undefined
  /** Until then WhatsApp's quota of new chats is used up. */
  cappedUntil: Date | undefined
}

/** Why new chats wait, and until when. */
export interface Hold {
  why: NewChatHold
  until: Date
}

const after = (at: Date, ms: number) => new Date(at.getTime() + ms)
const ageMs = (linkedAt: Date | undefined, at: Date) => (linkedAt ? at.getTime() - linkedAt.getTime() : 0)

/** Chats that the number may begin in 24 hours, by its age at `at`. */
export function computeNewChatCap(
  { capsByAge }: Pick<NewChatRules, 'capsByAge'>,
  { linkedAt, perDay }: Pick<NewChatState, 'linkedAt' | 'perDay'>,
  at: Date,
): number {
  if (perDay !== null) return perDay
  const reached = capsByAge.filter(({ fromDays }) => fromDays * DAY <= ageMs(linkedAt, at))
  return reached.at(-1)?.newChats ?? 0
}

/** When the next chat may begin. @param chance from 0 (slowest) to 1. */
export function nextNewChatAt(perMinute: number, now: Date, chance: number): Date {
  return after(now, MINUTE / (perMinute * (0.8 + 0.4 * chance)))
}

/** The hold by WhatsApp, restriction or quota; the later of both. */
export function findAccountHold(
  { pausedUntil, cappedUntil }: Pick<NewChatState, 'pausedUntil' | 'cappedUntil'>,
  now: Date,
): Hold | undefined {
  const restricted = pausedUntil && pausedUntil > now ? pausedUntil : undefined
  const capped = cappedUntil && cappedUntil > now ? cappedUntil : undefined
  if (restricted && (!capped || restricted >= capped)) return { why: 'restricted', until: restricted }
  return capped ? { why: 'account-cap', until: capped } : undefined
}

/**
 * The hold by our cap; undefined: another chat may begin. A day is 24 hours, independent of time zones and daylight saving.
 * @param begunAt the chats of the last 24 hours, newest first; more than the cap are not needed.
 */
export function findCapHold(cap: number, begunAt: readonly Date[], now: Date): Hold | undefined {
  if (cap === 0) return { why: 'day-cap', until: after(now, DAY) }
  const oldest = begunAt[cap - 1]
  const until = oldest && after(oldest, DAY)
  return until && until > now ? { why: 'day-cap', until } : undefined
}

/** Customers that an official number, and the others of its business, began to write to in the last 24 hours. */
export interface BegunCustomers {
  begun: number
  firstAt: Date | undefined
}

/** The hold by WhatsApp's limit of customers in 24 hours. @param total of the limit, from 1 */
export function findQuotaHold(total: number, { begun, firstAt }: BegunCustomers): Hold | undefined {
  return begun >= total && firstAt ? { why: 'account-cap', until: after(firstAt, DAY) } : undefined
}

/** Until when campaigns wait for their own cap; undefined: they do not. @param reachedAt when the first of the last `cap` messages was sent */
export function findCampaignCapEnd(cap: number, reachedAt: Date | undefined, now: Date): Date | undefined {
  return findCapHold(1, cap === 0 ? [now] : reachedAt ? [reachedAt] : [], now)?.until
}

const STEP = /^(\d{1,5}):(\d{1,6})$/

/** Parses `days:chats,…`; empty for another format. */
export function parseCaps(text: string): CapStep[] {
  const steps = text.split(',').map((step) => STEP.exec(step.trim()))
  const caps = steps.flatMap((step) =>
    step ? [{ fromDays: Number(step[1]), newChats: Number(step[2]) }] : [],
  )
  const isRising = caps.every(({ fromDays }, at) => fromDays > (caps[at - 1]?.fromDays ?? -1))
  return caps.length === steps.length && caps[0]?.fromDays === 0 && isRising ? caps : []
}
