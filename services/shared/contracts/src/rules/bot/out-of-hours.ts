import type { BotConfig, BotQueue, BotState } from './bot'
import { isWithinHours } from './hours'
import { goTo, sayText, type BotContext, type Said } from './said'

/** How often one conversation is told that it is out of hours. */
export const OUT_OF_HOURS_INTERVAL_MS = 60 * 60_000

/**
 * The text that says that it is out of hours for the company or for this queue. Undefined within hours, and when there is
 * no text: hours without a text are not applied.
 */
export function findOutOfHoursText(
  config: BotConfig,
  queue: BotQueue | undefined,
  now: number,
): string | undefined {
  const { scheduleType, connection } = config
  if (scheduleType === 'company') {
    const isWithin = isWithinHours(config.schedules, config.timeZone, now)
    return isWithin ? undefined : connection.outOfHoursMessage.trim() || undefined
  }
  if (scheduleType === 'disabled' || !queue) return undefined
  const isWithin = isWithinHours(queue.schedules, queue.timeZone ?? config.timeZone, now)
  return isWithin ? undefined : queue.outOfHoursMessage.trim() || undefined
}

/** Says it, at most once per interval and conversation; an agent is waited for. */
export function sayOutOfHours({ now }: BotContext, state: BotState, texts: readonly string[]): Said {
  const waiting = goTo(state, { at: 'waiting' })
  const isTold = state.outOfHoursAt !== null && now - state.outOfHoursAt < OUT_OF_HOURS_INTERVAL_MS
  if (isTold) return { state: waiting, says: [] }
  return { state: { ...waiting, outOfHoursAt: now }, says: sayText(texts.join('\n\n')) }
}
