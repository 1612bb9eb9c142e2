import type { Job } from '@balcao/kernel'

import { beatPresence, checkIntervals, checkSessions, type SessionCheckDeps } from './session-check.sockets'

export const sessionJobs = (deps: SessionCheckDeps): Job[] => [
  {
    name: 'realtime.sessions',
    everyMs: checkIntervals.sessionsMs,
    runs: 'process',
    run: () => checkSessions(deps),
  },
  {
    name: 'realtime.presence-beat',
    everyMs: checkIntervals.presenceMs,
    runs: 'process',
    run: () => beatPresence(deps),
  },
]
