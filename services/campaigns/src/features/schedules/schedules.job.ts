import { SECOND, type Job } from '@balcao/kernel'

import type { ScheduleDeps } from './schedule-deps'
import { LOOK_EVERY_MS, sendDueSchedules } from './send-due-schedules'

export const schedulesJob = (deps: ScheduleDeps): Job => ({
  name: 'campaigns.schedules',
  everyMs: LOOK_EVERY_MS,
  idleEveryMs: 5 * SECOND,
  findNextDue: (before) => deps.db.asPlatform((tx) => deps.schedules.findNextDue(tx, before)),
  run: (signal) => sendDueSchedules(deps, signal),
})
