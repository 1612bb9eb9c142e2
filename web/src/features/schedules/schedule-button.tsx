import type { ScheduleView } from '@balcao/contracts'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'

import { formatTime } from '../../lib/format-date'

export interface ScheduleButtonProps {
  schedule: ScheduleView
  onOpen: (schedule: ScheduleView) => void
  style?: CSSProperties
}

/** A schedule in the calendar: its time and contact; its state is read aloud and shown by a mark too. */
export const ScheduleButton = ({ schedule, onOpen, style }: ScheduleButtonProps) => {
  const { t } = useTranslation('schedules')
  const time = formatTime(new Date(schedule.sendAt))
  const { name } = schedule.contact
  const label = t('event', { time, name, status: t(`status.${schedule.status}`), body: schedule.body })
  return (
    <button
      type="button"
      className="calendar-event"
      data-status={schedule.status}
      style={style}
      title={label}
      aria-label={label}
      onClick={() => onOpen(schedule)}
    >
      <b>{time}</b> {name}
    </button>
  )
}
