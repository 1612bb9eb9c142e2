import MoreVertOutlined from '@mui/icons-material/MoreVertOutlined'
import type { TicketView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import type { RowActions } from './ticket-row'

export interface RowButtonsProps {
  ticket: TicketView
  isMoving: boolean
  actions: RowActions
}

/** What a row offers by its status; a waiting one offers all but accepting in a menu. */
export const RowButtons = ({ ticket, isMoving, actions }: RowButtonsProps) => {
  const { t } = useTranslation('tickets')
  const { name } = ticket.contact
  if (ticket.status === 'open') return null
  if (ticket.status === 'closed')
    return (
      <span className="ticket-row__buttons">
        <button
          type="button"
          disabled={isMoving}
          onClick={() => actions.reopen(ticket)}
          aria-label={t('list.reopenOf', { name })}
        >
          {t('moves.reopen')}
        </button>
      </span>
    )
  return (
    <span className="ticket-row__buttons">
      <button
        type="button"
        data-primary
        disabled={isMoving}
        onClick={() => actions.accept(ticket)}
        aria-label={t('list.acceptOf', { name })}
      >
        {t('moves.accept')}
      </button>
      <button
        type="button"
        className="ticket-row__more"
        disabled={isMoving}
        aria-haspopup="menu"
        aria-label={t('list.moreOf', { name })}
        onClick={(event) => actions.openMenu(ticket, event.currentTarget)}
      >
        <MoreVertOutlined fontSize="inherit" />
      </button>
    </span>
  )
}
