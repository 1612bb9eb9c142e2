import { useEffect, useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'

import { useListCalendarInfiniteQuery } from '../../data/schedules.api'
import '../../data/schedules.live'
import { readServerTime } from '../../lib/server-clock'
import { useIsNarrow } from '../../lib/use-media'
import { toDayKey } from '../../lib/format-date'
import { calendarViews, computeRange, groupByDay, parseDayKey, type CalendarView } from './calendar'

const findView = (name: string | null): CalendarView | undefined =>
  calendarViews.find((view) => view === name)

/** View and day, in the address; small screens begin with the agenda. */
export const useCalendarView = () => {
  const [params, setParams] = useSearchParams()
  const isNarrow = useIsNarrow()
  const view = findView(params.get('view')) ?? (isNarrow ? 'agenda' : 'month')
  const key = params.get('date') ?? toDayKey(readServerTime())
  const date = useMemo(() => parseDayKey(key) ?? readServerTime(), [key])
  const show = (next: CalendarView, day: Date) =>
    setParams(
      (before) => {
        before.set('view', next)
        before.set('date', toDayKey(day))
        return before
      },
      { replace: true },
    )
  return { view, date, show }
}

/** The schedules of a view, by day; all pages of it. */
export const useCalendar = (
  view: CalendarView,
  date: Date,
  filter: { searchParam: string; userId: number | undefined },
) => {
  const range = useMemo(() => computeRange(view, date), [view, date])
  const query = useListCalendarInfiniteQuery(
    { from: range.from.toISOString(), to: range.to.toISOString(), ...filter },
    { refetchOnMountOrArgChange: true },
  )
  const { hasNextPage, isFetching, isError, fetchNextPage } = query
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [hasNextPage, isFetching, isError, fetchNextPage])
  const days = useMemo(
    () => groupByDay(query.currentData?.pages.flatMap(({ schedules }) => schedules) ?? []),
    [query.currentData],
  )
  return { ...query, range, days }
}
