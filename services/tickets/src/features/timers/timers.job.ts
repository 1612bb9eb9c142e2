import { SECOND, type Job } from '@balcao/kernel'

import { ringTimers, type TimerDeps } from './ring-timers'

/** Timers of tickets are minutes long; each rings at most this much later. */
export const timersJob = (deps: TimerDeps): Job => ({
  name: 'tickets.timers',
  everyMs: 15 * SECOND,
  run: (signal) => ringTimers(deps, signal),
})
