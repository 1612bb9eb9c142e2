import { DAY, HOUR, oftenWhileBusy, SECOND, type Job } from '@balcao/kernel'
import { runDue } from '@balcao/platform'

import { postReport, type PostDeps } from './post-report'

/* Calls at once of a process, and of one company in all processes: a receiver that hangs holds up its own company only. */
const AT_ONCE = 16
const PER_COMPANY = 4
const DEAD_KEPT_MS = 7 * DAY

/** Posts delivery reports to the webhooks of their connections. Every process takes its share. */
export const deliveryReportJobs = (deps: PostDeps): Job[] => [
  {
    name: 'messaging-gateway.delivery-reports',
    ...oftenWhileBusy(SECOND),
    wokenBy: deps.reports.replayed,
    findNextDue: (before) => deps.db.asPlatform((tx) => deps.reports.findNextDue(tx, before)),
    runs: 'process',
    run: (signal) =>
      runDue(
        deps,
        {
          store: deps.reports,
          atOnce: AT_ONCE,
          perCompany: PER_COMPANY,
          run: (report) => postReport(deps, report),
        },
        signal,
      ),
  },
  {
    name: 'messaging-gateway.sweep-delivery-reports',
    everyMs: HOUR,
    run: async () => {
      const before = new Date(deps.clock.now().getTime() - DEAD_KEPT_MS)
      // Platform scope: dead reports of every company.
      await deps.db.asPlatform((tx) => deps.reports.sweep(tx, before))
    },
  },
]
