import ArrowBackOutlined from '@mui/icons-material/ArrowBackOutlined'
import CheckOutlined from '@mui/icons-material/CheckOutlined'
import SwapHorizOutlined from '@mui/icons-material/SwapHorizOutlined'
import UndoOutlined from '@mui/icons-material/UndoOutlined'
import Button from '@mui/material/Button'
import type { TicketView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import { matchLanguage } from '../../i18n/i18n'
import { NAME_CUT } from '../../lib/constants'
import { formatPhone } from '../../lib/format-phone'
import { useIsPhone } from '../../lib/use-media'
import { Avatar } from '../../ui/avatar'
import { IconAction } from '../../ui/icon-action'
import type { TicketActions } from './actions/use-ticket-actions'
import { useViewers } from './use-viewers'
import { formatViewers } from './viewers-text'
import { TicketMenu, type TicketMenuProps } from './ticket-menu'

export interface TicketHeaderProps extends Omit<TicketMenuProps, 'ticket'> {
  ticket: TicketView
  moves: TicketActions
  isPanelOpen: boolean
  onBack?: () => void
  onTogglePanel: () => void
}

/** On phones a name is cut to 10 characters. */
export const shortenName = (name: string, isPhone: boolean): string =>
  isPhone && [...name].length > NAME_CUT ? `${[...name].slice(0, NAME_CUT).join('')}…` : name

const MainMove = ({
  ticket,
  moves,
  isPhone,
}: {
  ticket: TicketView
  moves: TicketActions
  isPhone: boolean
}) => {
  const { t } = useTranslation('tickets')
  const isMoving = moves.moving?.ticketId === ticket.id
  if (ticket.status === 'open')
    return (
      <Button
        variant="outlined"
        loading={isMoving && moves.moving?.move === 'resolve'}
        onClick={() => void moves.resolve(ticket, true)}
        aria-label={t('moves.resolve')}
        title="Alt R"
        sx={{ height: 34, minHeight: 34, px: isPhone ? '10px' : '12px', minWidth: 0 }}
      >
        <CheckOutlined fontSize="small" />
        {isPhone ? null : <span style={{ marginLeft: 6 }}>{t('moves.resolve')}</span>}
      </Button>
    )
  const isPending = ticket.status === 'pending'
  return (
    <Button
      variant="contained"
      loading={isMoving}
      onClick={() => void (isPending ? moves.accept(ticket) : moves.reopen(ticket))}
      sx={{ height: 34, minHeight: 34 }}
    >
      {t(isPending ? 'moves.accept' : 'moves.reopen')}
    </Button>
  )
}

/** Header of an open ticket: contact, agent, actions. */
export const TicketHeader = (props: TicketHeaderProps) => {
  const { ticket, moves, isPanelOpen, onBack, onTogglePanel, ...menu } = props
  const { t, i18n } = useTranslation('tickets')
  const { t: common } = useTranslation()
  const isPhone = useIsPhone()
  const viewers = formatViewers(useViewers(ticket.id), t, matchLanguage(i18n.language))
  const details = [
    ticket.queue?.name ?? t('list.noQueue'),
    ticket.user ? t('header.assigned', { name: ticket.user.name }) : t('header.unassigned'),
    ticket.whatsapp?.name,
  ].filter(Boolean)
  return (
    <header className="ticket-header">
      <h2 className="visually-hidden">{t('thread.label', { name: ticket.contact.name })}</h2>
      {onBack ? (
        <IconAction label={common('actions.back')} onClick={onBack} edge="start">
          <ArrowBackOutlined />
        </IconAction>
      ) : null}
      <button
        type="button"
        className="ticket-header__who"
        onClick={onTogglePanel}
        aria-expanded={isPanelOpen}
        title="Alt I"
      >
        <Avatar name={ticket.contact.name} url={ticket.contact.profilePicUrl} size={40} />
        <span className="ticket-header__text">
          <span className="ticket-header__name">
            <b>{shortenName(formatPhone(ticket.contact.name), isPhone)}</b> <span>#{ticket.id}</span>
          </span>
          <small>
            {viewers === '' ? null : <b className="ticket-header__viewers">{viewers} · </b>}
            {details.join(' · ')}
          </small>
        </span>
        <span className="visually-hidden">{t('header.panel')}</span>
      </button>
      <span role="status" className="visually-hidden">
        {viewers}
      </span>
      {ticket.status === 'open' ? (
        <>
          <IconAction
            label={t('moves.return')}
            keys="Alt B"
            disabled={moves.moving?.ticketId === ticket.id}
            onClick={() => void moves.giveBack(ticket)}
          >
            <UndoOutlined />
          </IconAction>
          {isPhone ? null : (
            <IconAction label={t('moves.transfer')} keys="Alt T" onClick={menu.onTransfer}>
              <SwapHorizOutlined />
            </IconAction>
          )}
        </>
      ) : null}
      <MainMove ticket={ticket} moves={moves} isPhone={isPhone} />
      <TicketMenu ticket={ticket} {...menu} />
    </header>
  )
}
