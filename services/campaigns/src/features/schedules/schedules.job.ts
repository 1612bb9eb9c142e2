import { SECOND, type Job } from '@balcao/kernel'

import type { ScheduleDeps } from './schedule-deps'
import { sendDueSchedules } from './send-due-schedules'

export const schedulesJob = (deps: ScheduleDeps): Job => ({
  name: 'campaigns.schedules',
  // A look costs a transaction, and times are given to the minute.
  everyMs: 2 * SECOND,
  run: (signal) => sendDueSchedules(deps, signal),
})
