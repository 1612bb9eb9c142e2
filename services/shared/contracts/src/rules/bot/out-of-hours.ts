import type { BotConfig, BotQueue, BotState } from './bot'
import { isClosedDay, isWithinHours, type DayHours } from './hours'
import { goTo, sayText, type BotContext, type Said } from './said'
import { botWords } from './words'

/** How often one conversation is told that it is out of hours. */
export const OUT_OF_HOURS_INTERVAL_MS = 60 * 60_000

interface Hours {
  schedules: readonly DayHours[]
  timeZone: string
  text: string
}

/**
 * The text that says that it is out of hours for the company or for this queue. Undefined within hours. Shifts without a text
 * are not applied; a closed day is, with the program's own words.
 */
export function findOutOfHoursText(
  config: BotConfig,
  queue: BotQueue | undefined,
  now: number,
): string | undefined {
  const hours = findHours(config, queue)
  if (!hours || isWithinHours(hours.schedules, hours.timeZone, now)) return undefined
  if (hours.text.trim() !== '') return hours.text.trim()
  return isClosedDay(hours.schedules, hours.timeZone, now) ? botWords[config.language].closedToday : undefined
}

function findHours(config: BotConfig, queue: BotQueue | undefined): Hours | undefined {
  const { scheduleType, schedules, timeZone, connection } = config
  if (scheduleType === 'company') return { schedules, timeZone, text: connection.outOfHoursMessage }
  if (scheduleType === 'disabled' || !queue) return undefined
  return {
    schedules: queue.schedules,
    timeZone: queue.timeZone ?? timeZone,
    text: queue.outOfHoursMessage,
  }
}

/** Says it, at most once per interval and conversation; an agent is waited for. */
export function sayOutOfHours({ now }: BotContext, state: BotState, texts: readonly string[]): Said {
  const waiting = goTo(state, { at: 'waiting' })
  const isTold = state.outOfHoursAt !== null && now - state.outOfHoursAt < OUT_OF_HOURS_INTERVAL_MS
  if (isTold) return { state: waiting, says: [] }
  return { state: { ...waiting, outOfHoursAt: now }, says: sayText(texts.join('\n\n')) }
}
