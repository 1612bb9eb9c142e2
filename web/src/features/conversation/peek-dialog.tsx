import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import type { TicketView } from '@balcao/contracts'
import { useEffect, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'

import { joinChatBox } from '../../data/live/live'
import { formatPhone } from '../../lib/format-phone'
import { useIsPhone } from '../../lib/use-media'
import { Thread } from './thread/thread'
import './ticket-chat.css'

/** A ticket's conversation, read-only: nothing is marked as read, nothing can be sent. */
export const PeekDialog = ({ ticket, onClose }: { ticket: TicketView; onClose: () => void }) => {
  const { t } = useTranslation('tickets')
  const { t: common } = useTranslation()
  const id = useId()
  const isPhone = useIsPhone()
  const navigate = useNavigate()
  useEffect(() => joinChatBox(ticket.id), [ticket.id])
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="md" fullScreen={isPhone} aria-labelledby={id}>
      <div
        style={{
          display: 'flex',
          flexDirection: 'column',
          height: isPhone ? '100%' : 'min(70vh, 640px)',
          minHeight: 0,
        }}
      >
        <header className="ticket-header" style={{ paddingLeft: 24 }}>
          <span className="ticket-header__text">
            <span className="ticket-header__name">
              <h2 id={id}>{formatPhone(ticket.contact.name)}</h2> <span>#{ticket.id}</span>
            </span>
            <small>{ticket.queue?.name ?? t('list.noQueue')}</small>
          </span>
        </header>
        <Thread ticket={ticket} isReadOnly />
      </div>
      <DialogActions>
        <Button color="secondary" onClick={onClose}>
          {common('actions.close')}
        </Button>
        {ticket.status === 'pending' ? null : (
          <Button
            variant="contained"
            onClick={() => {
              onClose()
              void navigate(`/tickets/${ticket.uuid}`)
            }}
          >
            {t('list.open')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
