import type { ConnectionView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

/** Why the session ended last, while it has not come back. */
export const EndNote = ({ connection: { lastEnd, status } }: { connection: ConnectionView }) => {
  const { t } = useTranslation('connections')
  if (lastEnd === null || status === 'CONNECTED' || status === 'qrcode') return null
  return <small className="connection-end">{t(`lastEnd.${lastEnd}`)}</small>
}
