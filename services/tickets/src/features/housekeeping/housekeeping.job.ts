import { HOUR, SECOND, type Job } from '@balcao/kernel'

import { eraseDeleted, sweep, type HousekeepingDeps } from './housekeeping'

export const housekeepingJobs = (deps: HousekeepingDeps): Job[] => [
  { name: 'tickets.erase', everyMs: 30 * SECOND, run: (signal) => eraseDeleted(deps, signal) },
  { name: 'tickets.sweep', everyMs: HOUR, run: () => sweep(deps) },
]
