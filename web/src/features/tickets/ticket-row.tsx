import GroupsOutlined from '@mui/icons-material/GroupsOutlined'
import SmartToyOutlined from '@mui/icons-material/SmartToyOutlined'
import SwapHorizOutlined from '@mui/icons-material/SwapHorizOutlined'
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined'
import { isWithBot, type MessageMatch, type TicketView } from '@balcao/contracts'
import { memo, type CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'

import { selectHasArrived } from '../../data/arrivals.slice'
import { useAppSelector, useMe } from '../../data/hooks'
import { matchLanguage } from '../../i18n/i18n'
import { formatDayTime, formatMoment } from '../../lib/format-date'
import { excerptFound } from '../../lib/find-words'
import { formatAgo } from '../../lib/format-span'
import { formatInitials } from '../../lib/initials'
import { formatPhone } from '../../lib/format-phone'
import { formatPlainText } from '../../lib/parse-marks'
import { useEachMinute } from '../../lib/use-minute'
import { Avatar } from '../../ui/avatar'
import { FoundText } from '../../ui/found-text'
import { buildMatchPath } from '../conversation'
import { choosePreviewed, formatRowPreview, waitingTone } from './row-preview'
import { RowButtons } from './row-buttons'
import { Chips, listChips, Preview } from './ticket-row-parts'

export interface RowActions {
  accept: (ticket: TicketView) => void
  finish: (ticket: TicketView) => void
  reopen: (ticket: TicketView) => void
  /** Absent when the user may not peek. */
  peek?: (ticket: TicketView) => void
  /** What else a waiting ticket offers. */
  openMenu: (ticket: TicketView, anchor: HTMLElement) => void
  /** Chooses it among several, or no longer. */
  toggle: (ticket: TicketView) => void
}

export interface TicketRowProps {
  ticket: TicketView
  /** The message that has the words looked for. */
  match?: MessageMatch | undefined
  searched?: string
  isSelected: boolean
  isMoving: boolean
  /** Whether it is chosen; undefined while none are to be. */
  isChosen?: boolean | undefined
  /** It is no longer of this list: shown until rows may move. */
  hasLeft?: boolean
  showAssignee: boolean
  actions: RowActions
}

/** One ticket, 76 px high whatever is in it. A real link; a waiting ticket is no link, it has to be accepted. */
export const TicketRow = memo((props: TicketRowProps) => {
  const {
    ticket,
    match,
    searched = '',
    isSelected,
    isMoving,
    isChosen,
    hasLeft = false,
    showAssignee,
    actions,
  } = props
  const { t: common, i18n } = useTranslation()
  const { t } = useTranslation('tickets')
  const { contact, unreadMessages: unread, status } = ticket
  const me = useMe()
  const hasArrived = useAppSelector((state) => selectHasArrived(state, ticket.id))
  const arrival = common(ticket.userId === me.id ? 'arrivals.mark' : 'arrivals.markQueue')
  const isPending = status === 'pending'
  const { pendingAt } = ticket
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
    contact.name,
    hasArrived ? arrival : '',
    unread > 0 ? common('bell.unread', { count: unread }) : '',
    t('list.inQueue', { name: ticket.queue?.name ?? t('list.noQueue') }),
    pendingAt ? t('list.waits', { time }) : time,
    match ? t('list.found', { text: match.text }) : t('list.last', { text: `${author} ${text}`.trim() }),
  ]
  const label = spoken.filter(Boolean).join(', ')

  return (
    <div
      className="ticket-row"
      data-ticket={ticket.uuid}
      data-unread={unread > 0 || hasArrived || undefined}
      data-selected={isSelected || undefined}
      data-pending={isPending || undefined}
      data-left={hasLeft || undefined}
      style={{ '--q': ticket.queue?.color ?? '#7C7C7C' } as CSSProperties}
    >
      {isPending ? (
        <span className="visually-hidden">{label}</span>
      ) : (
        <Link
          className="ticket-row__link"
          to={match ? buildMatchPath(ticket.uuid, match.messageId, searched) : `/tickets/${ticket.uuid}`}
          aria-label={label}
          aria-current={isSelected ? 'page' : undefined}
        />
      )}
      {isChosen === undefined ? (
        <Avatar name={contact.name} url={contact.profilePicUrl} />
      ) : (
        <input
          type="checkbox"
          className="ticket-row__check"
          checked={isChosen}
          disabled={hasLeft}
          aria-label={t('bulk.choose', { name: contact.name })}
          onChange={() => actions.toggle(ticket)}
        />
      )}
      <div className="ticket-row__text">
        <div className="ticket-row__l1" aria-hidden="true">
          <b>{formatPhone(contact.name)}</b>
          {hasArrived ? (
            <SwapHorizOutlined className="ticket-row__glyph ticket-row__arrived" titleAccess={arrival} />
          ) : null}
          {ticket.isGroup ? <GroupsOutlined className="ticket-row__glyph" /> : null}
          {isWithBot(ticket) ? <SmartToyOutlined className="ticket-row__glyph" /> : null}
          <time
            title={pendingAt ? t('list.waitsSince', { time: formatDayTime(at) }) : formatDayTime(at)}
            data-tone={tone}
          >
            {time}
          </time>
        </div>
        <div className="ticket-row__l2" aria-hidden="true">
          {match ? (
            <span>
              <FoundText pieces={excerptFound(formatPlainText(match.text), searched)} />
            </span>
          ) : (
            <Preview ticket={ticket} />
          )}
          {unread > 0 || hasArrived ? <em>{unread > 99 ? '99+' : unread || '•'}</em> : null}
        </div>
        <div className="ticket-row__l3">
          <span className="ticket-row__chips" aria-hidden="true" title={listChips(ticket)}>
            <Chips ticket={ticket} />
          </span>
          {showAssignee && ticket.user ? (
            <span className="ticket-row__assignee" aria-hidden="true" title={ticket.user.name}>
              {formatInitials(ticket.user.name)}
            </span>
          ) : null}
        </div>
        {isChosen === undefined ? (
          <RowButtons ticket={ticket} isMoving={isMoving || hasLeft} actions={actions} />
        ) : null}
      </div>
      {actions.peek ? (
        <button
          type="button"
          className="ticket-row__peek"
          title={t('list.peek')}
          aria-label={t('list.peekOf', { name: contact.name })}
          onClick={() => actions.peek?.(ticket)}
        >
          <VisibilityOutlined fontSize="small" />
        </button>
      ) : null}
    </div>
  )
})
TicketRow.displayName = 'TicketRow'
