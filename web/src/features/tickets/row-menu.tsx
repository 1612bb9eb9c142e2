import CheckOutlined from '@mui/icons-material/CheckOutlined'
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined'
import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import type { TicketView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import type { RowActions } from './ticket-row'

export interface RowMenuProps {
  open: boolean
  ticket: TicketView | undefined
  anchor: HTMLElement | undefined
  actions: RowActions
  onClose: () => void
}

/** The menu of a waiting row. */
export const RowMenu = ({ open, ticket, anchor, actions, onClose }: RowMenuProps) => {
  const { t } = useTranslation('tickets')
  const label = t('list.moreOf', { name: ticket?.contact.name ?? '' })
  const choose = (run: (ticket: TicketView) => void) => () => {
    onClose()
    if (ticket) run(ticket)
  }
  return (
    <Menu
      open={open}
      anchorEl={anchor ?? null}
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
