import type { TimeCountView } from '@balcao/contracts'

import { locales, type Language } from '../../i18n/i18n'
import type { ChartBar } from '../../ui/chart'

/* `dd/mm/yyyy` as a calendar day: noon has no clock changes. */
const parseDay = (day: string): Date => {
  const [date, month, year] = day.split('/').map(Number)
  return new Date(Number(year), Number(month) - 1, date, 12)
}

/** A bar for each hour or day, in the order of time; a day's label has its weekday, its tick day and month alone. */
export function toTimeBars(counts: TimeCountView[], language: Language): ChartBar[] {
  const toLabel = new Intl.DateTimeFormat(locales[language], { dateStyle: 'full' })
  const toTick = new Intl.DateTimeFormat(locales[language], { day: 'numeric', month: 'short' })
  return counts.map((one) =>
    'horario' in one
      ? { label: one.horario, tick: one.horario, value: one.total }
      : {
          label: toLabel.format(parseDay(one.data)),
          tick: toTick.format(parseDay(one.data)),
          value: one.total,
        },
  )
}
