import { SECOND, type Job } from '@balcao/kernel'

import { ringTimers, type TimerDeps } from './ring-timers'

const KINDS = ['transfer', 'expiry', 'rating'] as const

/** Timers of tickets are minutes long, held texts seconds; each rings at most this much later. */
export const timerJobs = (deps: TimerDeps): Job[] => [
  {
    name: 'tickets.timers',
    everyMs: 15 * SECOND,
    // A changed rule of a connection is no event of tickets: what it makes due waits up to a minute.
    findNextDue: (before) => deps.timers.findNextDue(KINDS, before),
    run: (signal) => ringTimers(deps, KINDS, signal),
  },
  {
    name: 'tickets.texts',
    everyMs: 2 * SECOND,
    // Texts are held for seconds after an event.
    idleEveryMs: 15 * SECOND,
    findNextDue: (before) => deps.timers.findNextDue(['text'], before),
    run: (signal) => ringTimers(deps, ['text'], signal),
  },
]
