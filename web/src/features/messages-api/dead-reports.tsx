import type { DeadReportView } from '@balcao/contracts'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'

import { useListDeadReportsQuery, useReplayDeadReportsMutation } from '../../data/delivery-webhooks.api'
import { showError, translateError } from '../../lib/error-toast'
import { toast } from '../../lib/toast'
import { polled } from '../../lib/polled'
import { ErrorState } from '../../ui/error-state'

const toEvent = (ack: number) => (['failed', '', 'accepted', 'delivered', 'read', 'played'] as const)[ack + 1]

const DeadReport = ({ report, onReplay }: { report: DeadReportView; onReplay: () => void }) => {
  const { t, i18n } = useTranslation('messagesApi')
  const time = new Date(report.occurredAt).toLocaleString(i18n.language)
  const event = toEvent(report.ack)
  return (
    <li className="list-card">
      <div className="list-card__head">
        <b>{event ? t(`webhooks.event.${event}`) : report.ack}</b>
        <span>{time}</span>
      </div>
      <div className="list-card__foot">
        <span className="api-webhook__url">{`${report.messageId} · ${report.reason}`}</span>
        <Button size="small" aria-label={`${t('webhooks.replay')}: ${report.messageId}`} onClick={onReplay}>
          {t('webhooks.replay')}
        </Button>
      </div>
    </li>
  )
}

/** The newest reports that no webhook took, each of which can be sent again. */
export const DeadReports = ({ connectionId }: { connectionId: number }) => {
  const { t } = useTranslation('messagesApi')
  const { data, error, refetch } = useListDeadReportsQuery(connectionId, polled)
  const [replay, { isLoading }] = useReplayDeadReportsMutation()
  const handleReplay = async (id?: string) => {
    const result = await replay(id === undefined ? { connectionId } : { connectionId, id })
    if (result.error) showError(result.error)
    else toast.success(t('webhooks.replayed', { count: result.data.replayed }))
  }
  if (!data) return error ? <ErrorState text={translateError(error)} onRetry={() => void refetch()} /> : null
  if (data.count === 0) return null
  return (
    <section aria-label={t('webhooks.dead')} className="api-form">
      <h3>{`${t('webhooks.dead')} (${data.count})`}</h3>
      <ul className="list-cards">
        {data.reports.map((report) => (
          <DeadReport key={report.id} report={report} onReplay={() => void handleReplay(report.id)} />
        ))}
      </ul>
      <Button variant="outlined" loading={isLoading} onClick={() => void handleReplay()}>
        {t('webhooks.replayAll')}
      </Button>
    </section>
  )
}
