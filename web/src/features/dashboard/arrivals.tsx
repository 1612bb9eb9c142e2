import type { ArrivalCount } from '@balcao/contracts'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'

import { locales, matchLanguage } from '../../i18n/i18n'
import { formatNumber } from '../../lib/format-number'
import { ChartFrame, ChartTable } from '../../ui/chart'

const HOURS = Array.from({ length: 24 }, (_unused, hour) => hour)
const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6] as const
/** Hours that have a number above their column. */
const TICK_HOURS = 6
/** A cell that has one can be told from one that has none. */
const LEAST_SHARE = 12

/* 1 November 2026 is a Sunday. */
const dateOf = (weekday: number): Date => new Date(2026, 10, 1 + weekday, 12)
const formatHour = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

/** How strong a cell is, in percent of the strongest. */
export const toShare = (total: number, most: number): number =>
  total === 0 ? 0 : LEAST_SHARE + Math.round(((100 - LEAST_SHARE) * total) / most)

/** When services begin: an hour's column, a weekday's row, the stronger the more. */
export const Arrivals = ({ arrivals }: { arrivals: ArrivalCount[] }) => {
  const { t, i18n } = useTranslation('dashboard')
  const language = matchLanguage(i18n.language)
  const toName = new Intl.DateTimeFormat(locales[language], { weekday: 'long' })
  const toShort = new Intl.DateTimeFormat(locales[language], { weekday: 'short' })
  const totals = new Map(arrivals.map(({ weekday, hour, total }) => [weekday * 24 + hour, total]))
  const most = Math.max(...totals.values())
  const nameSlot = ({ weekday, hour }: Pick<ArrivalCount, 'weekday' | 'hour'>) =>
    `${toName.format(dateOf(weekday))}, ${formatHour(hour)}`
  const describe = (slot: ArrivalCount) =>
    t('charts.began', { count: slot.total, shown: formatNumber(slot.total, language) })
  const busiest = arrivals.find(({ total }) => total === most)
  const bars = arrivals.map((slot) => ({ label: nameSlot(slot), tick: '', value: slot.total }))
  return (
    <ChartFrame
      title={t('charts.arrivals')}
      isEmpty={arrivals.length === 0}
      empty={t('charts.empty')}
      table={
        <ChartTable
          bars={bars}
          labelHead={t('charts.weekHour')}
          valueHead={t('charts.beginnings')}
          formatValue={(value) => formatNumber(value, language)}
        />
      }
    >
      <div className="arrivals" aria-hidden>
        {HOURS.map((hour) => (
          <span key={hour} className="arrivals__hour">
            {hour % TICK_HOURS === 0 ? hour : ''}
          </span>
        ))}
        {WEEKDAYS.map((weekday) => [
          <span key={weekday} className="arrivals__weekday">
            {toShort.format(dateOf(weekday))}
          </span>,
          ...HOURS.map((hour) => {
            const slot = { weekday, hour, total: totals.get(weekday * 24 + hour) ?? 0 }
            return (
              <span
                key={`${weekday} ${hour}`}
                className="arrivals__cell"
                title={`${nameSlot(slot)}: ${describe(slot)}`}
                style={{ '--share': `${toShare(slot.total, most)}%` } as CSSProperties}
              />
            )
          }),
        ])}
      </div>
      {busiest ? (
        <p className="arrivals__busiest">
          {t('charts.busiest', { slot: nameSlot(busiest), what: describe(busiest) })}
        </p>
      ) : null}
    </ChartFrame>
  )
}
