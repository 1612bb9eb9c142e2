import type { TrendsView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import { useReadTrendsQuery, type ChartPeriod } from '../../data/dashboard.api'
import { matchLanguage } from '../../i18n/i18n'
import { translateError } from '../../lib/error-toast'
import { formatNumber } from '../../lib/format-number'
import { Chart } from '../../ui/chart'
import { ErrorState } from '../../ui/error-state'
import { RowSkeletons } from '../../ui/row-skeletons'
import { Arrivals } from './arrivals'
import { formatMinutes } from './period'
import { nameTimes } from './time-bars'
import { useFinishedWords } from './use-finished-words'

const QueuesChart = ({ queues }: Pick<TrendsView, 'queues'>) => {
  const { t } = useTranslation('dashboard')
  const words = useFinishedWords()
  return (
    <Chart
      {...words}
      kind="names"
      title={t('charts.queues')}
      labelHead={t('charts.queue')}
      noteHead={t('charts.averages')}
      bars={queues.map(({ name, color, finished, avgWaitTime, avgSupportTime }) => ({
        label: name ?? t('charts.noQueue'),
        tick: name ?? t('charts.noQueue'),
        value: finished,
        color: color ?? 'var(--line-strong)',
        note: t('charts.times', {
          wait: formatMinutes(avgWaitTime),
          support: formatMinutes(avgSupportTime),
        }),
      }))}
    />
  )
}

interface TimesProps extends Pick<TrendsView, 'times'> {
  isOneDay: boolean
}

const FirstAnswerChart = ({ times, isOneDay }: TimesProps) => {
  const { t, i18n } = useTranslation('dashboard')
  const nameTime = nameTimes(matchLanguage(i18n.language), isOneDay)
  return (
    <Chart
      kind="times"
      title={t('charts.firstAnswer')}
      labelHead={t(isOneDay ? 'charts.hour' : 'charts.day')}
      valueHead={t('charts.median')}
      empty={t('charts.empty')}
      formatValue={formatMinutes}
      drawsZero
      describeValue={(minutes) =>
        minutes < 1 ? t('charts.halfWithinMinute') : t('charts.halfWithin', { time: formatMinutes(minutes) })
      }
      bars={times.map(({ at, firstAnswer }) => ({ ...nameTime(at), value: firstAnswer }))}
    />
  )
}

const BacklogChart = ({ times, isOneDay }: TimesProps) => {
  const { t, i18n } = useTranslation('dashboard')
  const language = matchLanguage(i18n.language)
  const nameTime = nameTimes(language, isOneDay)
  return (
    <Chart
      kind="times"
      title={t(isOneDay ? 'charts.backlogOfHours' : 'charts.backlog')}
      labelHead={t(isOneDay ? 'charts.hour' : 'charts.day')}
      valueHead={t('charts.unfinished')}
      empty={t('charts.empty')}
      describeValue={(count) => t('charts.left', { count, shown: formatNumber(count, language) })}
      bars={times.map(({ at, backlog }) => ({ ...nameTime(at), value: backlog }))}
    />
  )
}

/** When services begin, what queues finish, how fast answers come and what is left. */
export const Trends = ({ period }: { period: ChartPeriod }) => {
  const { currentData, error, refetch } = useReadTrendsQuery(period, { refetchOnMountOrArgChange: true })
  if (error) return <ErrorState text={translateError(error)} onRetry={() => void refetch()} />
  if (!currentData) return <RowSkeletons height={52} />
  const { arrivals, queues, times } = currentData
  const isOneDay = period.initialDate === period.finalDate
  return (
    <>
      <FirstAnswerChart times={times} isOneDay={isOneDay} />
      <BacklogChart times={times} isOneDay={isOneDay} />
      <Arrivals arrivals={arrivals} />
      <QueuesChart queues={queues} />
    </>
  )
}
