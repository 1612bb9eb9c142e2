import type SvgIcon from '@mui/material/SvgIcon'

import { ConnectionsIcon, TicketsIcon } from '../../ui/icons'
import type { MenuEntry } from './menu'

/** One icon per page that exists; the entries to come bring theirs. */
export const menuIcons: Partial<Record<MenuEntry['id'], typeof SvgIcon>> = {
  tickets: TicketsIcon,
  connections: ConnectionsIcon,
}
