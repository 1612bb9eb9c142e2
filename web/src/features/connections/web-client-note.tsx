import { useTranslation } from 'react-i18next'

import { useGetWebClientQuery } from '../../data/connections.api'
import { formatShortDayTime } from '../../lib/format-date'

/** The version of WhatsApp Web in use, and since when the look-up of newer ones has failed. */
export const WebClientNote = () => {
  const { t } = useTranslation('connections')
  const { data } = useGetWebClientQuery()
  if (!data) return null
  const { version, source, checkedAt, failedAt } = data
  const at = checkedAt ? formatShortDayTime(new Date(checkedAt)) : ''
  return (
    <p className="connection-client">
      {t('client.version', { version })} · {t(`client.source.${source}`, { at })}
      {failedAt && source !== 'pinned'
        ? ` · ${t('client.failed', { at: formatShortDayTime(new Date(failedAt)) })}`
        : null}
    </p>
  )
}
