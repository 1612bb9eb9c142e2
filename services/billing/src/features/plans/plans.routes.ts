import * as http from '@balcao/contracts'
import { planId } from '@balcao/contracts'
import type { HttpEdge } from '@balcao/platform'

import { createPlan, deletePlan, readPlan, searchPlans, updatePlan, type EditPlansDeps } from './edit-plans'
import { toManagedPlanView, toPlanView } from './plan'

export function plansRoutes(edge: HttpEdge, deps: EditPlansDeps): void {
  edge.route(http.listPlans, async () => {
    // Platform scope: the caller has no company yet.
    const offered = await deps.db.asPlatform((tx) => deps.plans.listOffered(tx))
    return offered.map(toPlanView)
  })
  edge.route(http.searchPlans, async ({ query }) => {
    const { plans, ...page } = await searchPlans(deps, query)
    return { plans: plans.map(toManagedPlanView), ...page }
  })
  // Before /plans/:planId, which would match `all` as an id.
  edge.route(http.listAllPlans, async () => {
    // Platform scope: plans belong to no company.
    const all = await deps.db.asPlatform((tx) => deps.plans.list(tx))
    return all.map(toManagedPlanView)
  })
  edge.route(http.getPlan, async ({ params }) =>
    toManagedPlanView(await readPlan(deps, planId(params.planId))),
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
