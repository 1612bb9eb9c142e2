import type { CampaignReportView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import { matchLanguage } from '../../i18n/i18n'
import { formatNumber } from '../../lib/format-number'
import { Chart, type ChartBar } from '../../ui/chart'
import { computeShare } from './share'

const colors = {
  delivered: 'var(--green)',
  received: 'var(--blue)',
  read: 'var(--blue)',
  failed: 'var(--red)',
  refused: 'var(--line-strong)',
} as const satisfies Partial<Record<keyof CampaignReportView, ChartBar['color']>>

const outcomes = ['delivered', 'received', 'read', 'failed', 'refused'] as const

/** What became of the messages; a bar that fills the box is all valid contacts. */
export const OutcomeChart = ({ report }: { report: CampaignReportView }) => {
  const { t, i18n } = useTranslation('campaigns')
  const describeValue = (count: number) =>
    t('report.share', {
      count,
      shown: formatNumber(count, matchLanguage(i18n.language)),
      percent: computeShare(count, report.valid),
    })
  return (
    <Chart
      kind="names"
      title={t('report.outcomes')}
      labelHead={t('report.outcome')}
      valueHead={t('report.messages')}
      empty={t('report.noOutcomes')}
      most={report.valid}
      describeValue={describeValue}
      bars={outcomes.map((outcome) => ({
        label: t(`report.${outcome}`),
        tick: t(`report.${outcome}`),
        value: report[outcome],
        color: colors[outcome],
      }))}
    />
  )
}
