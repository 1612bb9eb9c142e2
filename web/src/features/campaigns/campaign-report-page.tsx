import type { CampaignView } from '@balcao/contracts'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink, useParams } from 'react-router-dom'

import { useGetCampaignQuery, useGetCampaignSettingsQuery } from '../../data/campaigns.api'
import '../../data/campaigns.live'
import { translateError } from '../../lib/error-toast'
import { formatDayTime } from '../../lib/format-date'
import { ErrorState } from '../../ui/error-state'
import { Page, PageHeader } from '../../ui/page-header'
import { RowSkeletons } from '../../ui/row-skeletons'
import { CampaignAnswers } from './campaign-answers'
import { toSettingsValues } from './campaign-settings.form'
import { OutcomeChart } from './outcome-chart'
import { computeShare } from './share'
import { StatusChip } from './status-chip'
import { CampaignCards } from './campaign-cards'
import './campaigns.css'

const showTime = (iso: string | null): string => (iso ? formatDayTime(new Date(iso)) : '—')

/* Confirmed, delivered and what is left; the percentage guards against a campaign without contacts. */
const Progress = ({ campaign: { confirmation, report } }: { campaign: CampaignView }) => {
  const { t } = useTranslation('campaigns')
  const delivered = computeShare(report.delivered, report.valid)
  const confirmed = confirmation ? computeShare(report.confirmed, report.valid) : 0
  return (
    <div
      className="campaign-progress"
      role="progressbar"
      aria-label={t('report.progress')}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={delivered}
    >
      <span className="campaign-progress__delivered" style={{ width: `${delivered}%` }} />
      {confirmed > delivered ? (
        <span className="campaign-progress__confirmed" style={{ width: `${confirmed - delivered}%` }} />
      ) : null}
    </div>
  )
}

const Cards = ({ campaign }: { campaign: CampaignView }) => {
  const { t } = useTranslation('campaigns')
  const { report } = campaign
  const cards: [string, string | number][] = [
    [t('report.valid'), report.valid],
    ...(campaign.confirmation
      ? [
          [t('report.confirmationsRequested'), report.confirmationsRequested] as [string, number],
          [t('report.confirmed'), report.confirmed] as [string, number],
        ]
      : []),
    [t('report.delivered'), report.delivered],
    [t('report.whatsapp'), campaign.whatsapp?.name ?? '—'],
    [t('report.contactList'), campaign.contactList?.name ?? '—'],
    [t('report.scheduledAt'), showTime(campaign.scheduledAt)],
    campaign.forecastAt
      ? [t('report.forecastAt'), showTime(campaign.forecastAt)]
      : [t('report.completedAt'), showTime(campaign.completedAt)],
  ]
  return <CampaignCards cards={cards} />
}

const Waiting = () => {
  const { t } = useTranslation('campaigns')
  const { data: settings = [] } = useGetCampaignSettingsQuery()
  const { start, end } = toSettingsValues(settings)
  const hasHours = start !== '' && end !== ''
  return (
    <p className="campaign-hint">
      {hasHours ? t('report.waitingInHours', { start, end }) : t('report.waiting')}
    </p>
  )
}

const Report = ({ campaign }: { campaign: CampaignView }) => {
  const { t } = useTranslation('campaigns')
  const { report, status } = campaign
  const hasBegun = report.delivered + report.failed + report.refused + report.confirmationsRequested > 0
  return (
    <div className="campaign-report">
      <p className="campaign-report__line" role="status">
        {t('report.line', {
          status: t(`status.${status}`),
          delivered: report.delivered,
          valid: report.valid,
          percent: computeShare(report.delivered, report.valid),
        })}
      </p>
      <Progress campaign={campaign} />
      {hasBegun ? null : <Waiting />}
      <Cards campaign={campaign} />
      <OutcomeChart report={report} />
      {report.answered > 0 ? <CampaignAnswers campaignId={campaign.id} count={report.answered} /> : null}
    </div>
  )
}

/** How far a campaign is, live. */
export const CampaignReportPage = () => {
  const { t } = useTranslation('campaigns')
  const campaignId = Number(useParams().campaignId)
  const { data, error, refetch } = useGetCampaignQuery(campaignId, { refetchOnMountOrArgChange: true })
  return (
    <Page>
      <PageHeader title={data?.name ?? t('report.title')}>
        {data ? <StatusChip campaign={data} /> : null}
        <Button component={RouterLink} to="/campaigns">
          {t('report.back')}
        </Button>
      </PageHeader>
      {data ? <Report campaign={data} /> : null}
      {!data && error ? <ErrorState text={translateError(error)} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <RowSkeletons height={96} /> : null}
    </Page>
  )
}
