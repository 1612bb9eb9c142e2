import type { ScheduleSnapshot } from '@balcao/contracts/wire'
import { PAGE_SIZES, type Session } from '@balcao/kernel'

import type { ScheduleDeps } from './schedule-deps'
import { snapshotsOf } from './schedule-events'
import type { ScheduleFilter } from './schedule.store'

export interface SchedulePage {
  schedules: ScheduleSnapshot[]
  count: number
  hasMore: boolean
}

/** The company's schedules by the time they are due, 20 a page: colleagues see each other's, as on one calendar. */
export async function listSchedules(deps: ScheduleDeps, session: Session, filter: ScheduleFilter, pageNumber: number): Promise<SchedulePage> {
  const { companyId } = session
  const offset = (pageNumber - 1) * PAGE_SIZES.other
  const page = await deps.db.withTenant(companyId, (tx) => deps.schedules.page(tx, companyId, filter, { offset, limit: PAGE_SIZES.other }))
  const schedules = await snapshotsOf(deps.sessions, companyId, page.schedules)
  return { schedules, count: page.count, hasMore: page.count > offset + schedules.length }
}
