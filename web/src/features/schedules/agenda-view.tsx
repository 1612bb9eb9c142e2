import type { ScheduleView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import { currentLanguage, locales } from '../../i18n/i18n'
import { formatTime } from '../../lib/format-date'
import { formatPhone } from '../../lib/format-phone'
import { ColorChip } from '../../ui/color-chip'
import { parseDayKey } from './calendar'
import type { ViewProps } from './month-view'

const Row = ({ schedule, onOpen }: { schedule: ScheduleView; onOpen: ViewProps['onOpen'] }) => {
  const { t } = useTranslation('schedules')
  return (
    <li>
      <button
        type="button"
        className="agenda-row"
        data-status={schedule.status}
        onClick={() => onOpen(schedule)}
      >
        <b>{formatTime(new Date(schedule.sendAt))}</b>
        <span>
          <strong>{formatPhone(schedule.contact.name)}</strong>
          <small>{schedule.body}</small>
        </span>
        <span className="agenda-row__marks">
          <small>{schedule.user.name}</small>
          <ColorChip>{t(`status.${schedule.status}`)}</ColorChip>
        </span>
      </button>
    </li>
  )
}

/** The days that have schedules, one below the other; the view of small screens. */
export const AgendaView = ({ days, onOpen }: Pick<ViewProps, 'days' | 'onOpen'>) => (
  <div className="agenda">
    {[...days].map(([key, schedules]) => (
      <section key={key} aria-labelledby={`agenda-${key}`}>
        <h2 id={`agenda-${key}`}>
          {parseDayKey(key)?.toLocaleDateString(locales[currentLanguage()], {
            weekday: 'long',
            day: 'numeric',
            month: 'long',
          })}
        </h2>
        <ul>
          {schedules.map((schedule) => (
            <Row key={schedule.id} schedule={schedule} onOpen={onOpen} />
          ))}
        </ul>
      </section>
    ))}
  </div>
)
