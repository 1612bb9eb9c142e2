import CheckOutlined from '@mui/icons-material/CheckOutlined'
import ContactPhoneOutlined from '@mui/icons-material/ContactPhoneOutlined'
import DeleteOutlined from '@mui/icons-material/DeleteOutlined'
import EventOutlined from '@mui/icons-material/EventOutlined'
import MoreVertOutlined from '@mui/icons-material/MoreVertOutlined'
import SearchOutlined from '@mui/icons-material/SearchOutlined'
import StickyNote2Outlined from '@mui/icons-material/StickyNote2Outlined'
import SwapHorizOutlined from '@mui/icons-material/SwapHorizOutlined'
import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'

import { IconAction } from '../../ui/icon-action'
import type { TicketCommand, TicketCommandId } from './ticket-commands'

const icons: Partial<Record<TicketCommandId, ComponentType>> = {
  schedule: EventOutlined,
  transfer: SwapHorizOutlined,
  notes: StickyNote2Outlined,
  find: SearchOutlined,
  finish: CheckOutlined,
  'ask-number': ContactPhoneOutlined,
  delete: DeleteOutlined,
}

/** The overflow menu of a ticket. */
export const TicketMenu = ({ commands }: { commands: readonly TicketCommand[] }) => {
  const { t: common } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
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
        {commands
          .filter(({ isInMenu }) => isInMenu)
          .map(({ id, label, run }) => {
            const Icon = icons[id]
            return (
              <MenuItem
                key={id}
                onClick={() => {
                  setAnchor(null)
                  run()
                }}
                sx={id === 'delete' ? { color: 'var(--red)' } : undefined}
              >
                <ListItemIcon sx={{ color: id === 'delete' ? 'inherit' : undefined }}>
                  {Icon ? <Icon /> : null}
                </ListItemIcon>
                {label}
              </MenuItem>
            )
          })}
      </Menu>
    </>
  )
}
