import type { ApiWindowView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import { useGetApiUsageQuery } from '../../data/api-usage.api'
import { translateError } from '../../lib/error-toast'
import { polled } from '../../lib/polled'
import { ErrorState } from '../../ui/error-state'

const Window = ({ label, window: { used, limit } }: { label: string; window: ApiWindowView }) => {
  const { t, i18n } = useTranslation('messagesApi')
  const format = (count: number) => count.toLocaleString(i18n.language)
  return (
    <div className="api-usage__window">
      <dt>{label}</dt>
      <dd>
        {limit > 0
          ? t('usage.of', { used: format(used), limit: format(limit) })
          : t('usage.noLimit', { used: format(used) })}
        {limit > 0 ? <progress aria-label={label} max={limit} value={Math.min(used, limit)} /> : null}
      </dd>
    </div>
  )
}

/** What the company has sent through the API, and what its plan allows. */
export const ApiUsage = () => {
  const { t } = useTranslation('messagesApi')
  const { data, error, refetch } = useGetApiUsageQuery(undefined, polled)
  return (
    <section className="api-section" aria-label={t('usage.title')}>
      <h2>{t('usage.title')}</h2>
      {data ? (
        <dl className="api-usage">
          <Window label={t('usage.perMinute')} window={data.minute} />
          <Window label={t('usage.perDay')} window={data.day} />
        </dl>
      ) : null}
      {error && !data ? <ErrorState text={translateError(error)} onRetry={() => void refetch()} /> : null}
      <p>{t('usage.note')}</p>
    </section>
  )
}
