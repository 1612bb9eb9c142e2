import type { TicketView } from '@balcao/contracts'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'

import { useMe } from '../../data/hooks'
import { currentLanguage, locales } from '../../i18n/i18n'
import { formatMoment } from '../../lib/format-date'
import { formatPhone } from '../../lib/format-phone'
import { canRequestNotices } from '../../lib/notify'
import { readServerTime } from '../../lib/server-clock'
import { Avatar } from '../../ui/avatar'
import { ColorChip } from '../../ui/color-chip'
import { EmptyState } from '../../ui/empty-state'
import { ErrorState } from '../../ui/error-state'
import { RowSkeletons } from '../../ui/row-skeletons'
import { BarPopover, type BarPanelProps } from './bar-popover'
import { formatPreview } from './preview'
import { useUnreadTickets } from './use-unread-tickets'
import './ticket-bell.css'

const BellRow = ({ ticket, onOpen }: { ticket: TicketView; onOpen: () => void }) => {
  const { t } = useTranslation()
  const me = useMe()
  const time = formatMoment(new Date(ticket.lastMessageAt), readServerTime(), locales[currentLanguage()], {
    today: t('days.today'),
    yesterday: t('days.yesterday'),
  })
  return (
    <li>
      <Link className="bell-row" to={`/tickets/${ticket.uuid}`} onClick={onOpen}>
        <Avatar name={ticket.contact.name} url={ticket.contact.profilePicUrl} />
        <span className="bell-row__text">
          <span className="bell-row__line">
            <b>{formatPhone(ticket.contact.name)}</b>
            <time dateTime={ticket.lastMessageAt}>{time}</time>
          </span>
          <span className="bell-row__line">
            <span className="bell-row__preview">{formatPreview(ticket, me, t)}</span>
            <span className="bell-row__count" aria-label={t('bell.unread', { count: ticket.unreadMessages })}>
              {ticket.unreadMessages > 99 ? '99+' : ticket.unreadMessages}
            </span>
          </span>
          {ticket.queue ? (
            <span>
              <ColorChip color={ticket.queue.color}>{ticket.queue.name}</ColorChip>
            </span>
          ) : null}
        </span>
      </Link>
    </li>
  )
}

/** The browser's permission is requested on this click, never on load. */
const AskForNotices = () => {
  const { t } = useTranslation()
  const [asked, setAsked] = useState(!canRequestNotices())
  if (asked) return null
  return (
    <div className="bell-ask">
      <p>{t('bell.askText')}</p>
      <Button
        size="small"
        variant="outlined"
        onClick={() => void Notification.requestPermission().finally(() => setAsked(true))}
      >
        {t('bell.ask')}
      </Button>
    </div>
  )
}

/** What opens at the bell: tickets of mine with unread messages. */
export const TicketBellPanel = (props: BarPanelProps) => {
  const { t } = useTranslation()
  const { tickets, isLoading, isError, refetch } = useUnreadTickets()
  return (
    <BarPopover {...props} title={t('bell.title')} widthPx={380}>
      <AskForNotices />
      {isLoading ? <RowSkeletons count={3} /> : null}
      {isError && tickets.length === 0 ? (
        <ErrorState text={t('bell.failed')} onRetry={() => void refetch()} />
      ) : null}
      {!isLoading && !isError && tickets.length === 0 ? <EmptyState title={t('bell.empty')} /> : null}
      <ul>
        {tickets.map((ticket) => (
          <BellRow key={ticket.id} ticket={ticket} onOpen={props.onClose} />
        ))}
      </ul>
    </BarPopover>
  )
}
