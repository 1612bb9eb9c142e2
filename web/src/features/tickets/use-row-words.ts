import type { MessageMatch, TicketView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import { selectHasArrived } from '../../data/arrivals.slice'
import { useAppSelector, useMe } from '../../data/hooks'
import { matchLanguage } from '../../i18n/i18n'
import { formatDayTime, formatMoment } from '../../lib/format-date'
import { formatAgo } from '../../lib/format-span'
import { useEachMinute } from '../../lib/use-minute'
import { choosePreviewed, formatRowPreview, waitingTone } from './row-preview'

export interface RowWords {
  /** All of the row, for screen readers. */
  label: string
  /** Undefined when the ticket is no arrival. */
  arrival: string | undefined
  /** How long the customer waits, or when the last message was. */
  time: string
  timeTitle: string
  tone: 'amber' | 'red' | undefined
}

/** What a row says of its ticket beside the last message; times change each minute. */
export const useRowWords = (ticket: TicketView, match: MessageMatch | undefined): RowWords => {
  const { t: common, i18n } = useTranslation()
  const { t } = useTranslation('tickets')
  const { pendingAt, unreadMessages: unread } = ticket
  const me = useMe()
  const hasArrived = useAppSelector((state) => selectHasArrived(state, ticket.id))
  const arrival = common(ticket.userId === me.id ? 'arrivals.mark' : 'arrivals.markQueue')
  const at = new Date(pendingAt ?? ticket.lastMessageAt)
  const days = { today: common('days.today'), yesterday: common('days.yesterday') }
  const time = useEachMinute((now) =>
    pendingAt
      ? formatAgo(now - at.getTime(), matchLanguage(i18n.language))
      : formatMoment(at, new Date(now), i18n.language, days),
  )
  const tone = useEachMinute((now) => (pendingAt ? waitingTone(pendingAt, now) : undefined))
  const { author, text } = formatRowPreview(choosePreviewed(ticket), me, common)
  const spoken = [
    ticket.contact.name,
    hasArrived ? arrival : '',
    unread > 0 ? common('bell.unread', { count: unread }) : '',
    t('list.inQueue', { name: ticket.queue?.name ?? t('list.noQueue') }),
    pendingAt ? t('list.waits', { time }) : time,
    match ? t('list.found', { text: match.text }) : t('list.last', { text: `${author} ${text}`.trim() }),
  ]
  return {
    label: spoken.filter(Boolean).join(', '),
    arrival: hasArrived ? arrival : undefined,
    time,
    timeTitle: pendingAt ? t('list.waitsSince', { time: formatDayTime(at) }) : formatDayTime(at),
    tone,
  }
}
