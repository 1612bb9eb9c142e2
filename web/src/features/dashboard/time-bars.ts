import type { TimeCountView } from '@balcao/contracts'

import { locales, type Language } from '../../i18n/i18n'
import type { ChartBar } from '../../ui/chart'

export type TimeWords = Pick<ChartBar, 'label' | 'tick'>

/** Names days (`2026-11-22`): in full with the weekday, and day and month alone. */
export function nameDays(language: Language): (day: string) => TimeWords {
  const toLabel = new Intl.DateTimeFormat(locales[language], { dateStyle: 'full' })
  const toTick = new Intl.DateTimeFormat(locales[language], { day: 'numeric', month: 'short' })
  return (day) => {
    // Noon has no clock changes.
    const date = new Date(`${day}T12:00:00`)
    return { label: toLabel.format(date), tick: toTick.format(date) }
  }
}

const nameHour = (hour: string): TimeWords => ({ label: hour, tick: hour })

/** Names beginnings of days, or of the hours of one day: `2026-11-22T09:00`. */
export function nameTimes(language: Language, isOneDay: boolean): (at: string) => TimeWords {
  const nameDay = nameDays(language)
  return (at) => (isOneDay ? nameHour(at.slice(11)) : nameDay(at.slice(0, 10)))
}

const toIsoDay = (day: string): string => day.split('/').reverse().join('-')

/** A bar for each hour or day (`dd/mm/yyyy`), in the order of time. */
export function toTimeBars(counts: TimeCountView[], language: Language): ChartBar[] {
  const nameDay = nameDays(language)
  return counts.map((one) => ({
    ...('horario' in one ? nameHour(one.horario) : nameDay(toIsoDay(one.data))),
    value: one.total,
  }))
}
