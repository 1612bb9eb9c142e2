import type { ConnectionView, NewChatHold } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import { formatShortDayTime } from '../../lib/format-date'
import { useActiveHold } from '../../lib/use-active-hold'

/** The words for a hold: WhatsApp's quota of an official number is about templates. */
const toHoldKey = (
  why: NewChatHold,
  { needsHumanPace }: Pick<ConnectionView['capabilities'], 'needsHumanPace'>,
) => (why === 'account-cap' && !needsHumanPace ? 'hold.messaging-limit' : (`hold.${why}` as const))

/** Why new chats wait, and until when. */
export const HoldNote = ({
  connection: { newChatsHeld, capabilities },
}: {
  connection: Pick<ConnectionView, 'newChatsHeld' | 'capabilities'>
}) => {
  const { t } = useTranslation('connections')
  const hold = useActiveHold(newChatsHeld)
  if (!hold) return null
  const until = formatShortDayTime(new Date(hold.until))
  return <small className="connection-end">{t(toHoldKey(hold.why, capabilities), { until })}</small>
}
