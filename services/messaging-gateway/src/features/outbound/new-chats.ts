import type { NewChatHold } from '@balcao/contracts'
import { DAY, MINUTE } from '@balcao/kernel'

/** From this age of a number on, it may begin so many chats within 24 hours. */
export interface CapStep {
  fromDays: number
  newChats: number
}

/** How fast numbers write to people who have never written to them, nor answered. */
export interface NewChatRules {
  /** On average: 5 is between 4 and 6. */
  perMinute: number
  /** By age, youngest first; the first step begins at 0. */
  capsByAge: readonly CapStep[]
}

/** What is kept of a number's new chats. */
export interface NewChatState {
  /** When the number was connected here for the first time; undefined: not yet. */
  linkedAt: Date | undefined
  /** An administrator's cap for 24 hours; null: by age. */
  perDay: number | null
  /** When the next chat may begin by the pace. */
  nextNewChatAt: Date | undefined
  /** WhatsApp has restricted the number until then. */
  pausedUntil: Date | undefined
  /** WhatsApp's own quota of new chats is used up until then. */
  cappedUntil: Date | undefined
}

/** Why new chats wait, and until when. */
export interface Hold {
  why: NewChatHold
  until: Date
}

const after = (at: Date, ms: number) => new Date(at.getTime() + ms)
const ageMs = (linkedAt: Date | undefined, at: Date) => (linkedAt ? at.getTime() - linkedAt.getTime() : 0)

/** Chats that the number may begin within 24 hours, at this moment of its life. */
export function newChatCap(
  { capsByAge }: Pick<NewChatRules, 'capsByAge'>,
  { linkedAt, perDay }: Pick<NewChatState, 'linkedAt' | 'perDay'>,
  at: Date,
): number {
  if (perDay !== null) return perDay
  const reached = capsByAge.filter(({ fromDays }) => fromDays * DAY <= ageMs(linkedAt, at))
  return reached.at(-1)?.newChats ?? 0
}

/** When the chat after the one that begins now may begin. @param chance from 0 (slowest) to 1. */
export function nextNewChatAt(perMinute: number, now: Date, chance: number): Date {
  return after(now, MINUTE / (perMinute * (0.8 + 0.4 * chance)))
}

/** What WhatsApp itself holds new chats for; the later of both. */
export function accountHold(
  { pausedUntil, cappedUntil }: Pick<NewChatState, 'pausedUntil' | 'cappedUntil'>,
  now: Date,
): Hold | undefined {
  const restricted = pausedUntil && pausedUntil > now ? pausedUntil : undefined
  const capped = cappedUntil && cappedUntil > now ? cappedUntil : undefined
  if (restricted && (!capped || restricted >= capped)) return { why: 'restricted', until: restricted }
  return capped ? { why: 'account-cap', until: capped } : undefined
}

/**
 * When the cap lets another chat begin; undefined: now. A day is the last 24 hours, wherever the company is: no clock change
 * makes it longer or shorter.
 * @param begunAt the chats of the last 24 hours, newest first; more than the cap are not needed.
 */
export function capHold(cap: number, begunAt: readonly Date[], now: Date): Hold | undefined {
  if (cap === 0) return { why: 'day-cap', until: after(now, DAY) }
  const oldest = begunAt[cap - 1]
  const until = oldest && after(oldest, DAY)
  return until && until > now ? { why: 'day-cap', until } : undefined
}

const STEP = /^(\d{1,5}):(\d{1,6})$/

/** Caps as a setting has them, `days:chats,…`; empty when it is not that. */
export function parseCaps(text: string): CapStep[] {
  const steps = text.split(',').map((step) => STEP.exec(step.trim()))
  const caps = steps.flatMap((step) =>
    step ? [{ fromDays: Number(step[1]), newChats: Number(step[2]) }] : [],
  )
  const isRising = caps.every(({ fromDays }, at) => fromDays > (caps[at - 1]?.fromDays ?? -1))
  return caps.length === steps.length && caps[0]?.fromDays === 0 && isRising ? caps : []
}
