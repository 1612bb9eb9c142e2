import type { ScheduleSnapshot } from '@balcao/contracts/wire'
import { PAGE_SIZES, type Session } from '@balcao/kernel'

import type { ScheduleDeps } from './schedule-deps'
import { fetchAuthorNames, toScheduleSnapshot } from './schedule-events'
import type { ScheduleFilter } from './schedule.store'

export interface SchedulePage {
  schedules: ScheduleSnapshot[]
  count: number
  hasMore: boolean
}

/** The company's schedules by send time, 20 a page; of all users. */
export async function listSchedules(
  deps: ScheduleDeps,
  session: Session,
  filter: ScheduleFilter,
  pageNumber: number,
): Promise<SchedulePage> {
  const { companyId } = session
  const offset = (pageNumber - 1) * PAGE_SIZES.other
  const page = await deps.db.withTenant(companyId, (tx) =>
    deps.schedules.page(tx, companyId, filter, { offset, limit: PAGE_SIZES.other }),
  )
  const authorNames = await fetchAuthorNames(
    deps.sessions,
    companyId,
    page.schedules.map(({ userId }) => userId),
  )
  const schedules = page.schedules.map((schedule) => toScheduleSnapshot(schedule, authorNames(schedule)))
  return { schedules, count: page.count, hasMore: page.count > offset + schedules.length }
}
