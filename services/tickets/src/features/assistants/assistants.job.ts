import { DAY, HOUR, oftenWhileBusy, SECOND, type Job } from '@balcao/kernel'
import { runDue } from '@balcao/platform'

import { runTurn, type RunTurnDeps } from './run-turn'

/* Calls at once of a process, and of one company in all processes: a service that hangs holds up its own company only. */
const AT_ONCE = 16
const PER_COMPANY = 4
const DEAD_KEPT_MS = 7 * DAY

/** Answers customers' messages through integrations and prompts. Every process takes its share. */
export const assistantJobs = (deps: RunTurnDeps): Job[] => [
  {
    name: 'tickets.assistants',
    ...oftenWhileBusy(SECOND),
    wokenBy: deps.assistants.revived,
    findNextDue: (before) => deps.db.asPlatform((tx) => deps.assistants.findNextDue(tx, before)),
    runs: 'process',
    run: (signal) =>
      runDue(
        deps,
        {
          store: deps.assistants,
          atOnce: AT_ONCE,
          perCompany: PER_COMPANY,
          run: (turn) => runTurn(deps, turn),
        },
        signal,
      ),
  },
  {
    name: 'tickets.sweep-assistants',
    everyMs: HOUR,
    run: async () => {
      const before = new Date(deps.clock.now().getTime() - DEAD_KEPT_MS)
      // Platform scope: dead turns of every company.
      await deps.db.asPlatform((tx) => deps.assistants.sweep(tx, before))
    },
  },
]
