import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { useReadDashboardQuery, type DashboardPeriod } from '../../data/dashboard.api'
import '../../data/dashboard.live'
import { translateError } from '../../lib/error-toast'
import { readServerTime } from '../../lib/server-clock'
import { ErrorState } from '../../ui/error-state'
import { Page, PageHeader } from '../../ui/page-header'
import { RowSkeletons } from '../../ui/row-skeletons'
import { FirstSteps } from '../first-steps'
import { Attendants } from './attendants'
import { DaysChart, UsersChart } from './charts'
import './dashboard.css'
import { FilterBar } from './filter-bar'
import { startFilter, toDates, toDatesBefore, type Filter } from './period'
import { StatCards } from './stat-cards'
import { Trends } from './trends'

/** Asked again while the page is visible. */
const REFRESH_MS = 60_000

const Sums = ({ period, before }: Record<'period' | 'before', DashboardPeriod>) => {
  const { data, error, refetch } = useReadDashboardQuery(period, {
    refetchOnMountOrArgChange: true,
    pollingInterval: REFRESH_MS,
    skipPollingIfUnfocused: true,
  })
  const { currentData: past } = useReadDashboardQuery(before)
  if (!data)
    return error ? (
      <ErrorState text={translateError(error)} onRetry={() => void refetch()} />
    ) : (
      <RowSkeletons height={96} />
    )
  return (
    <>
      <StatCards counters={data.counters} before={past?.counters} />
      <Attendants attendants={data.attendants} />
    </>
  )
}

export const DashboardPage = () => {
  const { t } = useTranslation('dashboard')
  const [filter, setFilter] = useState<Filter>(() => startFilter(readServerTime()))
  const dates = toDates(filter, readServerTime())
  const chart = { initialDate: dates?.from ?? '', finalDate: dates?.to ?? '' }
  // The server counts the last days in the company's zone.
  const period =
    filter.type === 'period' ? { days: filter.days } : { date_from: dates?.from, date_to: dates?.to }
  const before = toDatesBefore({ from: chart.initialDate, to: chart.finalDate })
  return (
    <Page>
      <PageHeader title={t('title')} />
      <div className="dashboard">
        <FirstSteps />
        <FilterBar applied={filter} onApply={setFilter} />
        <Sums period={period} before={{ date_from: before.from, date_to: before.to }} />
        <div className="dashboard__charts">
          <UsersChart period={chart} />
          <DaysChart period={chart} />
          <Trends period={chart} />
        </div>
      </div>
    </Page>
  )
}
