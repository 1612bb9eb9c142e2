import CheckOutlined from '@mui/icons-material/CheckOutlined'
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined'
import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import type { TicketView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import type { RowActions } from './ticket-row'

export interface OpenRowMenu {
  ticket: TicketView
  anchor: HTMLElement
}

export interface RowMenuProps {
  open: OpenRowMenu | null
  actions: RowActions
  onClose: () => void
}

/** The menu of a waiting row. */
export const RowMenu = ({ open, actions, onClose }: RowMenuProps) => {
  const { t } = useTranslation('tickets')
  const label = t('list.moreOf', { name: open?.ticket.contact.name ?? '' })
  const choose = (run: (ticket: TicketView) => void) => () => {
    onClose()
    if (open) run(open.ticket)
  }
  return (
    <Menu
      open={open !== null}
      anchorEl={open?.anchor}
      onClose={onClose}
      slotProps={{ root: { role: 'region', 'aria-label': label } }}
    >
      <MenuItem onClick={choose(actions.finish)}>
        <ListItemIcon>
          <CheckOutlined />
        </ListItemIcon>
        {t('moves.finish')}
      </MenuItem>
      {actions.peek ? (
        <MenuItem onClick={choose(actions.peek)}>
          <ListItemIcon>
            <VisibilityOutlined />
          </ListItemIcon>
          {t('list.peek')}
        </MenuItem>
      ) : null}
    </Menu>
  )
}
