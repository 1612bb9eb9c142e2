import CloudOffOutlined from '@mui/icons-material/CloudOffOutlined'
import type { TicketView } from '@balcao/contracts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'

import { useListConnectionsQuery } from '../../data/connections.api'
import '../../data/connections.live'
import { useMe } from '../../data/hooks'
import { can } from '../../lib/can'
import { isTroubled } from '../../lib/connection-trouble'
import { CONNECTION_BADGE_DELAY_MS } from '../../lib/constants'

/** True while `isOn` has been so for `delayMs`. */
const useLasting = (isOn: boolean, delayMs: number): boolean => {
  const [lasts, setLasts] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLasts(isOn), isOn ? delayMs : 0)
    return () => clearTimeout(timer)
  }, [isOn, delayMs])
  return isOn && lasts
}

/** In the conversation of a number that is down: messages wait. A quick reconnect shows nothing. */
export const DownNote = ({ ticket }: { ticket: TicketView }) => {
  const { t } = useTranslation('tickets')
  const me = useMe()
  const { data } = useListConnectionsQuery()
  const connection = data?.find(({ id }) => id === ticket.whatsappId)
  const isDown = useLasting(connection !== undefined && isTroubled(connection), CONNECTION_BADGE_DELAY_MS)
  if (!isDown || ticket.status === 'closed') return null
  return (
    <p className="down-note" role="status">
      <CloudOffOutlined fontSize="small" />
      <span>{t('down.text', { name: connection?.name ?? '' })}</span>
      {can(me, 'connections-page:view') ? <Link to="/connections">{t('down.open')}</Link> : null}
    </p>
  )
}
