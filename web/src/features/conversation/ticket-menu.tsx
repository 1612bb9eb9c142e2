import CheckOutlined from '@mui/icons-material/CheckOutlined'
import DeleteOutlined from '@mui/icons-material/DeleteOutlined'
import EventOutlined from '@mui/icons-material/EventOutlined'
import MoreVertOutlined from '@mui/icons-material/MoreVertOutlined'
import StickyNote2Outlined from '@mui/icons-material/StickyNote2Outlined'
import SwapHorizOutlined from '@mui/icons-material/SwapHorizOutlined'
import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import type { TicketView } from '@balcao/contracts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useMe } from '../../data/hooks'
import { useCompanyPlanQuery } from '../../data/session/session.api'
import { can } from '../../lib/can'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { IconAction } from '../../ui/icon-action'

export interface TicketMenuProps {
  ticket: TicketView
  onSchedule: () => void
  onTransfer: () => void
  onNotes: () => void
  onFinish: () => void
  onDelete: () => void
}

/** The overflow menu of a ticket. */
export const TicketMenu = (props: TicketMenuProps) => {
  const { ticket, onSchedule, onTransfer, onNotes, onFinish, onDelete } = props
  const { t } = useTranslation('tickets')
  const { t: common } = useTranslation()
  const me = useMe()
  const { data: company } = useCompanyPlanQuery(me.companyId)
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isAsking, setAsking] = useState(false)
  const choose = (run: () => void) => () => {
    setAnchor(null)
    run()
  }
  return (
    <>
      <IconAction
        label={common('actions.more')}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <MoreVertOutlined />
      </IconAction>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        slotProps={{ root: { role: 'region', 'aria-label': common('actions.more') } }}
      >
        {company?.plan.useSchedules === false ? null : (
          <MenuItem onClick={choose(onSchedule)}>
            <ListItemIcon>
              <EventOutlined />
            </ListItemIcon>
            {t('menu.schedule')}
          </MenuItem>
        )}
        {ticket.status === 'closed' ? null : (
          <MenuItem onClick={choose(onTransfer)}>
            <ListItemIcon>
              <SwapHorizOutlined />
            </ListItemIcon>
            {t('moves.transfer')}
          </MenuItem>
        )}
        <MenuItem onClick={choose(onNotes)}>
          <ListItemIcon>
            <StickyNote2Outlined />
          </ListItemIcon>
          {t('menu.notes')}
        </MenuItem>
        {ticket.status === 'pending' ? (
          <MenuItem onClick={choose(onFinish)}>
            <ListItemIcon>
              <CheckOutlined />
            </ListItemIcon>
            {t('moves.finish')}
          </MenuItem>
        ) : null}
        {can(me, 'ticket-options:deleteTicket') ? (
          <MenuItem onClick={choose(() => setAsking(true))} sx={{ color: 'var(--red)' }}>
            <ListItemIcon sx={{ color: 'inherit' }}>
              <DeleteOutlined />
            </ListItemIcon>
            {t('menu.delete')}
          </MenuItem>
        ) : null}
      </Menu>
      <ConfirmDialog
        open={isAsking}
        title={t('menu.deleteTicketTitle', { id: ticket.id, name: ticket.contact.name })}
        text={t('menu.deleteTicketText')}
        destructive
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          onDelete()
        }}
      />
    </>
  )
}
