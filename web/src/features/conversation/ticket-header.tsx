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
import type { TicketCommand, TicketCommandId } from './ticket-commands'
import { TicketMenu } from './ticket-menu'

export interface TicketHeaderProps {
  ticket: TicketView
  moves: TicketActions
  commands: readonly TicketCommand[]
  isPanelOpen: boolean
  onBack?: () => void
}

/** On phones a name is cut to 10 characters. */
export const shortenName = (name: string, isPhone: boolean): string =>
  isPhone && [...name].length > NAME_CUT ? `${[...name].slice(0, NAME_CUT).join('')}…` : name

const MainMove = ({
  command: { id, label, show, run },
  isLoading,
  isPhone,
}: {
  command: TicketCommand
  isLoading: boolean
  isPhone: boolean
}) => {
  if (id === 'resolve')
    return (
      <Button
        variant="outlined"
        loading={isLoading}
        onClick={run}
        aria-label={label}
        title={show}
        sx={{ height: 34, minHeight: 34, px: isPhone ? '10px' : '12px', minWidth: 0 }}
      >
        <CheckOutlined fontSize="small" />
        {isPhone ? null : <span style={{ marginLeft: 6 }}>{label}</span>}
      </Button>
    )
  return (
    <Button variant="contained" loading={isLoading} onClick={run} sx={{ height: 34, minHeight: 34 }}>
      {label}
    </Button>
  )
}

/** Header of an open ticket: contact, agent, actions. */
export const TicketHeader = (props: TicketHeaderProps) => {
  const { ticket, moves, commands, isPanelOpen, onBack } = props
  const { t, i18n } = useTranslation('tickets')
  const { t: common } = useTranslation()
  const isPhone = useIsPhone()
  const find = (...ids: TicketCommandId[]) => commands.find(({ id }) => ids.includes(id))
  const main = find('accept', 'resolve', 'reopen')
  const back = find('return')
  const transfer = ticket.status === 'open' && !isPhone ? find('transfer') : undefined
  const moving = moves.moving?.ticketId === ticket.id ? moves.moving.move : null
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
        onClick={find('panel')?.run}
        aria-expanded={isPanelOpen}
        title={find('panel')?.show}
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
      {back ? (
        <IconAction label={back.label} keys={back.show} disabled={moving !== null} onClick={back.run}>
          <UndoOutlined />
        </IconAction>
      ) : null}
      {transfer ? (
        <IconAction label={transfer.label} keys={transfer.show} onClick={transfer.run}>
          <SwapHorizOutlined />
        </IconAction>
      ) : null}
      {main ? (
        <MainMove
          command={main}
          isLoading={moving !== null && (main.id !== 'resolve' || moving === 'resolve')}
          isPhone={isPhone}
        />
      ) : null}
      <TicketMenu commands={commands} />
    </header>
  )
}
