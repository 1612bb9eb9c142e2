import type { ScheduleView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import { currentLanguage, locales } from '../../i18n/i18n'
import { toDayKey } from '../../lib/format-date'
import { addDays, listDays, type DayRange } from './calendar'
import { ScheduleButton } from './schedule-button'

export interface ViewProps {
  range: DayRange
  /** By the key of their day. */
  days: ReadonlyMap<string, ScheduleView[]>
  today: string
  onOpen: (schedule: ScheduleView) => void
  onAdd: (at: Date) => void
  onDay: (day: Date) => void
}

/** What a day shows before "mais n". */
const SHOWN = 3
/** Where a new schedule of a day begins. */
const FIRST_HOUR = 9

const formatLong = (day: Date) =>
  day.toLocaleDateString(locales[currentLanguage()], { weekday: 'long', day: 'numeric', month: 'long' })

const Day = ({
  day,
  month,
  days,
  today,
  onOpen,
  onAdd,
  onDay,
}: Omit<ViewProps, 'range'> & { day: Date; month: number }) => {
  const { t } = useTranslation('schedules')
  const key = toDayKey(day)
  const schedules = days.get(key) ?? []
  const more = schedules.length - SHOWN
  const noon = new Date(day.getFullYear(), day.getMonth(), day.getDate(), FIRST_HOUR)
  return (
    // Keyboards add with the page's button.
    <td
      data-today={key === today || undefined}
      data-other={day.getMonth() !== month || undefined}
      onClick={(event) => {
        if (event.target === event.currentTarget) onAdd(noon)
      }}
    >
      <button
        type="button"
        className="calendar-day"
        aria-label={t('openDay', { day: formatLong(day) })}
        aria-current={key === today ? 'date' : undefined}
        onClick={() => onDay(day)}
      >
        {day.getDate()}
      </button>
      {schedules.slice(0, SHOWN).map((schedule) => (
        <ScheduleButton key={schedule.id} schedule={schedule} onOpen={onOpen} />
      ))}
      {more > 0 ? (
        <button
          type="button"
          className="calendar-more"
          aria-label={t('moreOn', { count: more, day: formatLong(day) })}
          onClick={() => onDay(day)}
        >
          {t('more', { count: more })}
        </button>
      ) : null}
    </td>
  )
}

/** Whole weeks, a cell for each day. */
export const MonthView = ({ range, ...props }: ViewProps) => {
  const { t } = useTranslation('schedules')
  const all = listDays(range)
  // The first week has days of the month before, unless it begins with the month.
  const month = addDays(range.from, 7).getMonth()
  const weeks = all
    .filter((_day, index) => index % 7 === 0)
    .map((_sunday, week) => all.slice(week * 7, week * 7 + 7))
  return (
    <table className="calendar-month" aria-label={t('calendar')}>
      <thead>
        <tr>
          {all.slice(0, 7).map((day) => (
            <th
              key={day.getDay()}
              scope="col"
              abbr={day.toLocaleDateString(locales[currentLanguage()], { weekday: 'long' })}
            >
              {day.toLocaleDateString(locales[currentLanguage()], { weekday: 'short' }).replace('.', '')}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={toDayKey(week[0] ?? range.from)}>
            {week.map((day) => (
              <Day key={toDayKey(day)} day={day} month={month} {...props} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
