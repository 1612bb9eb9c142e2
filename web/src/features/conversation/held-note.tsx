import type { TicketView } from '@balcao/contracts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useListConnectionsQuery } from '../../data/connections.api'
import '../../data/connections.live'
import { formatShortDayTime } from '../../lib/format-date'
import { useActiveHold } from '../../lib/use-active-hold'

/* A message to a contact who has written is on its way by then. */
const SENT_BY_THEN_MS = 2_000

const useIsWaiting = ({ lastMessageFromMe, lastMessageAck, lastMessageAt }: TicketView): boolean => {
  const isUnsent = lastMessageFromMe && lastMessageAck === 0
  const [waiting, setWaiting] = useState('')
  useEffect(() => {
    if (!isUnsent) return undefined
    const timer = setTimeout(() => setWaiting(lastMessageAt), SENT_BY_THEN_MS)
    return () => clearTimeout(timer)
  }, [isUnsent, lastMessageAt])
  return isUnsent && waiting === lastMessageAt
}

/** Says why the last message of a ticket has not left: its number starts no new chats for now. */
export const HeldNote = ({ ticket }: { ticket: TicketView }) => {
  const { t } = useTranslation('tickets')
  const isWaiting = useIsWaiting(ticket)
  const { data } = useListConnectionsQuery(undefined, { skip: !isWaiting })
  const hold = useActiveHold(data?.find(({ id }) => id === ticket.whatsappId)?.newChatsHeld)
  if (!isWaiting || !hold) return null
  return (
    <p className="composer-held" role="status">
      {t('composer.held', { until: formatShortDayTime(new Date(hold.until)) })}
    </p>
  )
}
