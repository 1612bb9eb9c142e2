import type { ScheduleSnapshot } from '@balcao/contracts/wire'
import { PAGE_SIZES, readPage, type Session } from '@balcao/kernel'

import { scheduleScope } from './schedule'
import type { ScheduleDeps } from './schedule-deps'
import { fetchAuthorNames, toScheduleSnapshot } from './schedule-events'
import type { ScheduleFilter } from './schedule.store'

export interface SchedulePage {
  schedules: ScheduleSnapshot[]
  count: number
  hasMore: boolean
}

/** Rows of a page that shows a range of days: a month in one answer. */
const RANGE_PAGE = 500

/** Schedules by send time, 20 a page, of a range 500: an administrator's page has those of all users. */
export async function listSchedules(
  deps: ScheduleDeps,
  session: Session,
  asked: Omit<ScheduleFilter, 'author'>,
  pageNumber: number,
): Promise<SchedulePage> {
  const { companyId } = session
  const filter = { ...asked, author: scheduleScope(session) }
  const limit = filter.from && filter.to ? RANGE_PAGE : PAGE_SIZES.other
  const { items, ...page } = await readPage(
    { pageNumber },
    (slice) => deps.db.withTenant(companyId, (tx) => deps.schedules.page(tx, companyId, filter, slice)),
    limit,
  )
  const authorNames = await fetchAuthorNames(
    deps.sessions,
    companyId,
    items.map(({ userId }) => userId),
  )
  return {
    schedules: items.map((schedule) => toScheduleSnapshot(schedule, authorNames(schedule))),
    ...page,
  }
}
