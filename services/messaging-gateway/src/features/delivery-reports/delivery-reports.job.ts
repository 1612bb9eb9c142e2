import { DAY, HOUR, SECOND, WEBHOOK_CLAIM_MS, type Job } from '@balcao/kernel'
import { runClaimed } from '@balcao/platform'

import type { DeliveryReport } from './delivery-report'
import { postReport, type PostDeps } from './post-report'

/* Calls at once of a process, and of one company in all processes: a receiver that hangs holds up its own company only. */
const AT_ONCE = 16
const PER_COMPANY = 4
const DEAD_KEPT_MS = 7 * DAY

function claim(deps: PostDeps, limit: number): Promise<DeliveryReport[]> {
  const now = deps.clock.now()
  const until = new Date(now.getTime() + WEBHOOK_CLAIM_MS)
  // Platform scope: reports of every company.
  return deps.db.asPlatform((tx) => deps.reports.claim(tx, { now, until, limit, perCompany: PER_COMPANY }))
}

/** Posts delivery reports to the webhooks of their connections. Every process takes its share. */
export const deliveryReportJobs = (deps: PostDeps): Job[] => [
  {
    name: 'messaging-gateway.delivery-reports',
    everyMs: SECOND,
    idleEveryMs: 5 * SECOND,
    runs: 'process',
    run: (signal) =>
      runClaimed(
        { atOnce: AT_ONCE, claim: (limit) => claim(deps, limit), run: (report) => postReport(deps, report) },
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
