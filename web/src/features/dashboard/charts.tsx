import { useTranslation } from 'react-i18next'

import {
  useCountTicketsByDayQuery,
  useCountTicketsByUserQuery,
  type ChartPeriod,
} from '../../data/dashboard.api'
import { matchLanguage } from '../../i18n/i18n'
import { formatNumber } from '../../lib/format-number'
import { Chart } from '../../ui/chart'
import { ErrorState } from '../../ui/error-state'
import { RowSkeletons } from '../../ui/row-skeletons'
import { toTimeBars } from './time-bars'
import { useFinishedWords } from './use-finished-words'

export const UsersChart = ({ period }: { period: ChartPeriod }) => {
  const { t } = useTranslation('dashboard')
  const words = useFinishedWords()
  const { currentData, error, refetch } = useCountTicketsByUserQuery(period, {
    refetchOnMountOrArgChange: true,
  })
  if (error) return <ErrorState text={t('charts.usersFailed')} onRetry={() => void refetch()} />
  if (!currentData) return <RowSkeletons height={52} />
  return (
    <Chart
      {...words}
      kind="names"
      title={t('charts.users')}
      labelHead={t('charts.user')}
      bars={currentData.data.map(({ nome, quantidade }) => ({
        label: nome,
        tick: nome,
        value: quantidade,
      }))}
    />
  )
}

export const DaysChart = ({ period }: { period: ChartPeriod }) => {
  const { t, i18n } = useTranslation('dashboard')
  const language = matchLanguage(i18n.language)
  const words = useFinishedWords()
  const { currentData, error, refetch } = useCountTicketsByDayQuery(period, {
    refetchOnMountOrArgChange: true,
  })
  if (error) return <ErrorState text={t('charts.daysFailed')} onRetry={() => void refetch()} />
  if (!currentData) return <RowSkeletons height={52} />
  return (
    <Chart
      {...words}
      kind="times"
      title={t('charts.days', { count: formatNumber(currentData.count, language) })}
      labelHead={t(period.initialDate === period.finalDate ? 'charts.hour' : 'charts.day')}
      bars={toTimeBars(currentData.data, language)}
    />
  )
}
