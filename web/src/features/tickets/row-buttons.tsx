import MoreVertOutlined from '@mui/icons-material/MoreVertOutlined'
import type { TicketView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import { useIsTouch } from '../../lib/use-media'
import type { RowActions } from './ticket-row'

export interface RowButtonsProps {
  ticket: TicketView
  isMoving: boolean
  actions: RowActions
}

/** What a row offers by its status; on touch a waiting one offers all but accepting in a menu. */
export const RowButtons = ({ ticket, isMoving, actions }: RowButtonsProps) => {
  const { t } = useTranslation('tickets')
  const isTouch = useIsTouch()
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
      {isTouch ? (
        <button
          type="button"
          className="ticket-row__more"
          aria-haspopup="menu"
          aria-label={t('list.moreOf', { name })}
          onClick={(event) => actions.openMenu(ticket, event.currentTarget)}
        >
          <MoreVertOutlined />
        </button>
      ) : (
        <button
          type="button"
          disabled={isMoving}
          onClick={() => actions.finish(ticket)}
          aria-label={t('list.finishOf', { name })}
        >
          {t('moves.finish')}
        </button>
      )}
    </span>
  )
}
