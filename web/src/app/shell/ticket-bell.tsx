import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { IconAction } from '../../ui/icon-action'
import { BellIcon } from '../../ui/icons'
import { lateToOpen } from '../../ui/late'
import { CountBadge } from './count-badge'
import { useUnreadTickets } from './use-unread-tickets'

const TicketBellPanel = lateToOpen(async () => (await import('./ticket-bell-panel')).TicketBellPanel)

/** Tickets of mine with unread messages. */
export const TicketBell = () => {
  const { t } = useTranslation()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const { count, more } = useUnreadTickets()
  const label = count > 0 ? `${t('bell.open')}: ${t('shell.unread', { count })}` : t('bell.open')
  return (
    <>
      <IconAction label={label} aria-haspopup="dialog" onClick={(event) => setAnchor(event.currentTarget)}>
        <CountBadge count={count} more={more}>
          <BellIcon />
        </CountBadge>
      </IconAction>
      <TicketBellPanel open={anchor !== null} anchor={anchor} onClose={() => setAnchor(null)} />
    </>
  )
}
