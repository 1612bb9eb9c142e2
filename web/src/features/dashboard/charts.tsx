import { useTranslation } from 'react-i18next'

import {
  useCountTicketsByDayQuery,
  useCountTicketsByUserQuery,
  type ChartPeriod,
} from '../../data/dashboard.api'
import { ErrorState } from '../../ui/error-state'
import { RowSkeletons } from '../../ui/row-skeletons'
import { BarChart } from './bar-chart'

export const UsersChart = ({ period }: { period: ChartPeriod }) => {
  const { t } = useTranslation('dashboard')
  const { currentData, error, refetch } = useCountTicketsByUserQuery(period, {
    refetchOnMountOrArgChange: true,
  })
  if (error) return <ErrorState text={t('charts.usersFailed')} onRetry={() => void refetch()} />
  if (!currentData) return <RowSkeletons height={52} />
  return (
    <BarChart
      title={t('charts.users')}
      labelHead={t('charts.user')}
      bars={currentData.data.map(({ nome, quantidade }) => ({ label: nome, value: quantidade }))}
    />
  )
}

export const DaysChart = ({ period }: { period: ChartPeriod }) => {
  const { t } = useTranslation('dashboard')
  const { currentData, error, refetch } = useCountTicketsByDayQuery(period, {
    refetchOnMountOrArgChange: true,
  })
  if (error) return <ErrorState text={t('charts.daysFailed')} onRetry={() => void refetch()} />
  if (!currentData) return <RowSkeletons height={52} />
  return (
    <BarChart
      title={t('charts.days', { count: currentData.count })}
      labelHead={t(period.initialDate === period.finalDate ? 'charts.hour' : 'charts.day')}
      bars={currentData.data.map((one) => ({
        label: 'horario' in one ? one.horario : one.data.slice(0, 5),
        value: one.total,
      }))}
    />
  )
}
