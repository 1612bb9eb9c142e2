import type { ConnectionView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import { formatShortDayTime } from '../../lib/format-date'

/** Why the session ended and when it is retried; empty while it works. */
export const EndNote = ({ connection: { lastEnd, retryAt, status } }: { connection: ConnectionView }) => {
  const { t } = useTranslation('connections')
  if (lastEnd === null || status === 'CONNECTED' || status === 'qrcode' || status === 'PAIRING') return null
  return (
    <small className="connection-end">
      {t(`lastEnd.${lastEnd}`)}
      {retryAt ? ` ${t('retryAt', { at: formatShortDayTime(new Date(retryAt)) })}` : null}
    </small>
  )
}
