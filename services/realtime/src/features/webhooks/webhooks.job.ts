import { DAY, HOUR, MINUTE, oftenWhileBusy, SECOND, type Activity, type Job } from '@balcao/kernel'
import { runDue } from '@balcao/platform'

import { deliverEvent, type DeliverDeps } from './deliver-event'
import { dispatchEvents } from './dispatch-events'
import { followPlans, type PlanDeps } from './follow-plans'

/* Calls at once of a process, and of one company in all processes: a receiver that hangs holds up its own company only. */
const AT_ONCE = 64
const PER_COMPANY = 4
const KEPT_MS = 7 * DAY
const FINISHED_KEPT = 1_000

const often = (activity: Activity) => ({ ...oftenWhileBusy(SECOND), activity })

/**
 * Events from the feed to webhooks.
 * @param activity of the feeds in this process.
 */
export const webhookJobs = (deps: DeliverDeps & PlanDeps, activity: Activity): Job[] => [
  {
    name: 'realtime.webhook-dispatch',
    ...often(activity),
    run: (signal) => dispatchEvents(deps, signal),
  },
  {
    name: 'realtime.webhook-plans',
    everyMs: MINUTE,
    run: (signal) => followPlans(deps, signal),
  },
  {
    name: 'realtime.webhook-deliveries',
    ...often(activity),
    findNextDue: (before) => deps.db.asPlatform((tx) => deps.webhooks.findNextDue(tx, before)),
    runs: 'process',
    run: (signal) =>
      runDue(
        deps,
        {
          store: deps.webhooks,
          atOnce: AT_ONCE,
          perCompany: PER_COMPANY,
          run: (delivery) => deliverEvent(deps, delivery),
          lookAgain: () => deps.pause(SECOND),
        },
        signal,
      ),
  },
  {
    name: 'realtime.webhook-retention',
    everyMs: HOUR,
    run: async (signal) => {
      const before = new Date(deps.clock.now().getTime() - KEPT_MS)
      // Platform scope: deliveries of every company.
      const sweep = () => deps.db.asPlatform((tx) => deps.webhooks.sweep(tx, before, FINISHED_KEPT))
      while (!signal.aborted && !(await sweep()));
    },
  },
]
