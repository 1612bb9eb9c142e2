import { useEffect, useRef, type MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'

import { currentLanguage, locales } from '../../i18n/i18n'
import { toDayKey } from '../../lib/format-date'
import { fitInDay, listDays, SHOWN_MINUTES } from './calendar'
import type { ViewProps } from './month-view'
import { ScheduleButton } from './schedule-button'

const HOUR_PX = 48
const HOURS = Array.from({ length: 24 }, (_unused, hour) => hour)
/** The first hour on screen, unless a schedule is earlier. */
const FIRST_HOUR = 7

const toPx = (minutes: number) => (minutes / 60) * HOUR_PX

const Column = ({
  day,
  days,
  onOpen,
  onAdd,
}: Pick<ViewProps, 'days' | 'onOpen' | 'onAdd'> & { day: Date }) => {
  const handleClick = ({ target, currentTarget, nativeEvent }: MouseEvent<HTMLElement>) => {
    if (target !== currentTarget) return
    const half = Math.floor(nativeEvent.offsetY / (HOUR_PX / 2))
    onAdd(new Date(day.getFullYear(), day.getMonth(), day.getDate(), 0, half * SHOWN_MINUTES))
  }
  return (
    // Keyboards add with the page's button.
    <section
      className="calendar-column"
      aria-label={day.toLocaleDateString(locales[currentLanguage()], {
        weekday: 'long',
        day: 'numeric',
        month: 'long',
      })}
      style={{ height: 24 * HOUR_PX }}
      onClick={handleClick}
    >
      {fitInDay(days.get(toDayKey(day)) ?? []).shown.map(({ schedule, minute, column, columns }) => (
        <ScheduleButton
          key={schedule.id}
          schedule={schedule}
          onOpen={onOpen}
          style={{
            top: toPx(minute),
            height: toPx(SHOWN_MINUTES) - 1,
            left: `${(column / columns) * 100}%`,
            width: `calc(${100 / columns}% - 3px)`,
          }}
        />
      ))}
    </section>
  )
}

interface HoursViewProps extends ViewProps {
  onAgenda: (day: Date) => void
}

type DayHeadProps = Pick<HoursViewProps, 'days' | 'today' | 'onDay' | 'onAgenda'> & { day: Date }

const DayHead = ({ day, days, today, onDay, onAgenda }: DayHeadProps) => {
  const { t } = useTranslation('schedules')
  const key = toDayKey(day)
  const { hidden } = fitInDay(days.get(key) ?? [])
  return (
    <div>
      <button
        type="button"
        className="calendar-day"
        data-today={key === today || undefined}
        onClick={() => onDay(day)}
      >
        {day.toLocaleDateString(locales[currentLanguage()], { weekday: 'short', day: 'numeric' })}
      </button>
      {hidden > 0 ? (
        <button type="button" className="calendar-more" onClick={() => onAgenda(day)}>
          {t('more', { count: hidden })}
        </button>
      ) : null}
    </div>
  )
}

/** A week or a day, with a column of hours for each day. */
export const HoursView = ({ range, days, today, onOpen, onAdd, onDay, onAgenda }: HoursViewProps) => {
  const { t } = useTranslation('schedules')
  const box = useRef<HTMLDivElement>(null)
  const shown = listDays(range)
  const from = range.from.getTime()
  useEffect(() => {
    box.current?.scrollTo({ top: toPx(FIRST_HOUR * 60) })
  }, [from])
  return (
    <div ref={box} className="calendar-hours" tabIndex={0} role="region" aria-label={t('calendar')}>
      <div className="calendar-hours__days">
        <span />
        {shown.map((day) => (
          <DayHead
            key={toDayKey(day)}
            day={day}
            days={days}
            today={today}
            onDay={onDay}
            onAgenda={onAgenda}
          />
        ))}
      </div>
      <div className="calendar-hours__grid">
        <div className="calendar-hours__names" aria-hidden="true">
          {HOURS.map((hour) => (
            <span key={hour} style={{ top: toPx(hour * 60) }}>
              {hour === 0 ? '' : `${String(hour).padStart(2, '0')}:00`}
            </span>
          ))}
        </div>
        {shown.map((day) => (
          <Column key={toDayKey(day)} day={day} days={days} onOpen={onOpen} onAdd={onAdd} />
        ))}
      </div>
    </div>
  )
}
