import { MINUTE, SECOND, type Job } from '@balcao/kernel'

import { enforceRetention, type EnforceDeps } from './enforce-retention'

export const retentionJobs = (deps: EnforceDeps): Job[] => [
  {
    name: 'tickets.retention',
    everyMs: 30 * SECOND,
    idleAloneEveryMs: MINUTE,
    run: (signal) => enforceRetention(deps, signal),
  },
]
