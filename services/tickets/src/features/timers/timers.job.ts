import { SECOND, type Job } from '@balcao/kernel'

import { ringTimers, type TimerDeps } from './ring-timers'

/** Timers of tickets are minutes long, held texts seconds; each rings at most this much later. */
export const timerJobs = (deps: TimerDeps): Job[] => [
  {
    name: 'tickets.timers',
    everyMs: 15 * SECOND,
    run: (signal) => ringTimers(deps, ['transfer', 'expiry', 'rating'], signal),
  },
  {
    name: 'tickets.texts',
    everyMs: 2 * SECOND,
    // Texts are held for seconds after an event.
    idleEveryMs: 15 * SECOND,
    run: (signal) => ringTimers(deps, ['text'], signal),
  },
]
