import { toSaoPauloDayStart } from '@balcao/contracts'
import { DAY, MINUTE, SECOND } from '@balcao/kernel'

/** What a plan allows a company to send through the API; 0 is no limit. */
export interface ApiLimits {
  perMinute: number
  perDay: number
}

/** When the windows began that an instant is in. */
export interface ApiWindows {
  minuteAt: Date
  dayAt: Date
}

/** Messages counted in the windows. */
export interface ApiUsage {
  minute: number
  day: number
}

export const findWindows = (now: Date): ApiWindows => ({
  minuteAt: new Date(Math.floor(now.getTime() / MINUTE) * MINUTE),
  dayAt: toSaoPauloDayStart(now),
})

/** When each window ends. */
export const findWindowEnds = ({ minuteAt, dayAt }: ApiWindows): { minute: Date; day: Date } => ({
  minute: new Date(minuteAt.getTime() + MINUTE),
  day: new Date(dayAt.getTime() + DAY),
})

const isOver = (limit: number, count: number): boolean => limit > 0 && count > limit

/** Seconds until the window ends that has no room for the messages; at least 1. */
export function computeRetryAfterSeconds(
  limits: ApiLimits,
  usage: ApiUsage,
  { messages, now }: { messages: number; now: Date },
): number {
  const ends = findWindowEnds(findWindows(now))
  const end = isOver(limits.perDay, usage.day + messages) ? ends.day : ends.minute
  return Math.max(1, Math.ceil((end.getTime() - now.getTime()) / SECOND))
}
