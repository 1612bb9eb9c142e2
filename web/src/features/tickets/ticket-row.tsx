import GroupsOutlined from '@mui/icons-material/GroupsOutlined'
import SmartToyOutlined from '@mui/icons-material/SmartToyOutlined'
import SwapHorizOutlined from '@mui/icons-material/SwapHorizOutlined'
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined'
import { isWithBot, type MessageMatch, type TicketView } from '@balcao/contracts'
import { memo, type CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'

import { excerptFound } from '../../lib/find-words'
import { formatInitials } from '../../lib/initials'
import { formatPhone } from '../../lib/format-phone'
import { formatPlainText } from '../../lib/parse-marks'
import { Avatar } from '../../ui/avatar'
import { FoundText } from '../../ui/found-text'
import { buildMatchPath } from '../conversation'
import { RowButtons } from './row-buttons'
import { Chips, listChips, Preview } from './ticket-row-parts'
import { useRowWords, type RowWords } from './use-row-words'

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

const FirstLine = ({ ticket, words }: { ticket: TicketView; words: RowWords }) => (
  <div className="ticket-row__l1" aria-hidden="true">
    <b>{formatPhone(ticket.contact.name)}</b>
    {words.arrival === undefined ? null : (
      <SwapHorizOutlined className="ticket-row__glyph ticket-row__arrived" titleAccess={words.arrival} />
    )}
    {ticket.isGroup ? <GroupsOutlined className="ticket-row__glyph" /> : null}
    {isWithBot(ticket) ? <SmartToyOutlined className="ticket-row__glyph" /> : null}
    <time title={words.timeTitle} data-tone={words.tone}>
      {words.time}
    </time>
  </div>
)

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
  const words = useRowWords(ticket, match)
  const { t } = useTranslation('tickets')
  const { contact, unreadMessages: unread } = ticket
  const isPending = ticket.status === 'pending'
  const isNews = unread > 0 || words.arrival !== undefined

  return (
    <div
      className="ticket-row"
      data-ticket={ticket.uuid}
      data-unread={isNews || undefined}
      data-selected={isSelected || undefined}
      data-pending={isPending || undefined}
      data-left={hasLeft || undefined}
      style={{ '--q': ticket.queue?.color ?? '#7C7C7C' } as CSSProperties}
    >
      {isPending ? (
        <span className="visually-hidden">{words.label}</span>
      ) : (
        <Link
          className="ticket-row__link"
          to={match ? buildMatchPath(ticket.uuid, match.messageId, searched) : `/tickets/${ticket.uuid}`}
          aria-label={words.label}
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
        <FirstLine ticket={ticket} words={words} />
        <div className="ticket-row__l2" aria-hidden="true">
          {match ? (
            <span>
              <FoundText pieces={excerptFound(formatPlainText(match.text), searched)} />
            </span>
          ) : (
            <Preview ticket={ticket} />
          )}
          {isNews ? <em>{unread > 99 ? '99+' : unread || '•'}</em> : null}
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
