import type { ConnectionView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import { formatShortDayTime } from '../../lib/format-date'
import { useActiveHold } from '../../lib/use-active-hold'

/** Why new chats wait, and until when. */
export const HoldNote = ({ connection: { newChatsHeld } }: { connection: ConnectionView }) => {
  const { t } = useTranslation('connections')
  const hold = useActiveHold(newChatsHeld)
  if (!hold) return null
  const until = formatShortDayTime(new Date(hold.until))
  return <small className="connection-end">{t(`hold.${hold.why}`, { until })}</small>
}
