import type { TicketView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import { formatDay, formatDayDivider } from '../../../lib/format-date'
import { readServerTime } from '../../../lib/server-clock'

export const DayDivider = ({ at }: { at: string }) => {
  const { t } = useTranslation()
  const date = new Date(at)
  const words = { today: t('days.today'), yesterday: t('days.yesterday') }
  return (
    <div className="day-divider">
      <time dateTime={at.slice(0, 10)} title={formatDay(date)}>
        {formatDayDivider(date, readServerTime(), words)}
      </time>
    </div>
  )
}

export const UnreadDivider = ({ count }: { count: number }) => {
  const { t } = useTranslation('tickets')
  return <div className="unread-divider">{t('thread.newMessages', { count })}</div>
}

/** Where a ticket begins: its number, day, queue and agent. */
export const TicketDivider = ({ ticket: { id, createdAt, queue, user } }: { ticket: TicketView }) => {
  const { t } = useTranslation('tickets')
  const parts = [t('thread.ticket', { id }), formatDay(new Date(createdAt)), queue?.name, user?.name]
  return (
    <div className="ticket-divider" role="separator" aria-label={parts.filter(Boolean).join(', ')}>
      <span>{parts.filter(Boolean).join(' · ')}</span>
    </div>
  )
}
