import { listPlans } from '@balcao/contracts'
import type { Database } from '@balcao/kernel'
import type { HttpEdge } from '@balcao/platform'

import { toPlanView } from './plan'
import type { PlanStore } from './plan.store'

export function plansRoutes(edge: HttpEdge, { db, plans }: { db: Database; plans: PlanStore }): void {
  edge.route(listPlans, async () => {
    // Platform scope: the caller has no company yet.
    const offered = await db.asPlatform((tx) => plans.listOffered(tx))
    return offered.map(toPlanView)
  })
}
