import * as http from '@balcao/contracts'
import { planId } from '@balcao/contracts'
import type { ServicePorts } from '@balcao/kernel'
import { findSession, type HttpEdge } from '@balcao/platform'

import {
  createPlan,
  deletePlan,
  readKnownPlan,
  searchPlans,
  updatePlan,
  type EditPlansDeps,
} from './edit-plans'
import { toManagedPlanView, toPlanView } from './plan'

type PlansRoutesDeps = EditPlansDeps & Pick<ServicePorts, 'tokens' | 'sessions'>

export function plansRoutes(edge: HttpEdge, deps: PlansRoutesDeps): void {
  edge.route(http.listPlans, async () => {
    // Platform scope: the caller has no company yet.
    const offered = await deps.db.asPlatform((tx) => deps.plans.listOffered(tx))
    return offered.map(toPlanView)
  })
  edge.route(http.searchPlans, async ({ query }) => {
    const { items, ...page } = await searchPlans(deps, query)
    return { plans: items.map(toManagedPlanView), ...page }
  })
  // Before /plans/:planId, which would match `all` as an id.
  edge.route(http.listAllPlans, async ({ raw }) => {
    const session = await findSession(deps, raw)
    // Platform scope: plans belong to no company.
    const plans = await deps.db.asPlatform((tx) =>
      session?.super ? deps.plans.list(tx) : deps.plans.listOffered(tx),
    )
    return plans.map(toManagedPlanView)
  })
  edge.route(http.getPlan, async ({ session, params }) =>
    toManagedPlanView(await readKnownPlan(deps, session, planId(params.planId))),
  )
  edge.route(http.createPlan, async ({ session, body }) =>
    toManagedPlanView(await createPlan(deps, session, body)),
  )
  edge.route(http.updatePlan, async ({ session, params, body }) =>
    toManagedPlanView(await updatePlan(deps, session, planId(params.planId), body)),
  )
  edge.route(http.deletePlan, async ({ session, params }) => {
    await deletePlan(deps, session, planId(params.planId))
    return { message: 'Plan deleted' }
  })
}
