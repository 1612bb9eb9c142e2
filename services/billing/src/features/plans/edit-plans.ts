import { isDeepStrictEqual } from 'node:util'

import type {
  BodyOf,
  CompanyId,
  createPlan as createEndpoint,
  PlanId,
  updatePlan as updateEndpoint,
} from '@balcao/contracts'
import {
  AppError,
  readPage,
  type Clock,
  type CountedPage,
  type Database,
  type EventLog,
  type Ids,
  type Session,
  type Tx,
} from '@balcao/kernel'

import { buildPlan, patchPlan, restrictPlan, type Plan } from './plan'
import { planChanged } from './plan-events'
import type { PlanStore } from './plan.store'

export interface EditPlansDeps {
  db: Database
  plans: PlanStore
  events: EventLog
  ids: Ids
  clock: Clock
  /** Companies with this plan. Platform scope. */
  listCompanies(tx: Tx, planId: PlanId): Promise<{ id: CompanyId; campaignsEnabled: boolean }[]>
  /** Of a company; undefined for one that is not known yet. */
  findPlanId(companyId: CompanyId): Promise<PlanId | undefined>
  /** Drops what other services have cached of these companies' entitlements. */
  forgetEntitlements(companyIds: readonly CompanyId[]): Promise<void>
  onEdited(who: Session, action: 'create' | 'update' | 'delete', planId: PlanId): void
}

/* Platform scope in this file: plans belong to no company, and every company of a plan is told of its change. */

/** A page of all plans by name. */
export function searchPlans(
  { db, plans }: Pick<EditPlansDeps, 'db' | 'plans'>,
  { searchParam, pageNumber }: { searchParam: string; pageNumber: number },
): Promise<CountedPage<Plan>> {
  return readPage({ pageNumber }, (slice) => db.asPlatform((tx) => plans.page(tx, searchParam, slice)))
}

/** @throws {AppError} ERR_NO_PLAN_FOUND */
export async function readPlan(
  { db, plans }: Pick<EditPlansDeps, 'db' | 'plans'>,
  id: PlanId,
): Promise<Plan> {
  const plan = await db.asPlatform((tx) => plans.find(tx, id))
  if (!plan) throw new AppError('ERR_NO_PLAN_FOUND')
  return plan
}

/**
 * A plan that the session may know of: its company's, or one that is offered; super users know all. Another company's
 * terms are answered as an unknown plan is. @throws {AppError} ERR_NO_PLAN_FOUND
 */
export async function readKnownPlan(
  deps: Pick<EditPlansDeps, 'db' | 'plans' | 'findPlanId'>,
  session: Session,
  id: PlanId,
): Promise<Plan> {
  const plan = await readPlan(deps, id)
  if (plan.offered || session.super || (await deps.findPlanId(session.companyId)) === id) return plan
  throw new AppError('ERR_NO_PLAN_FOUND')
}

/** A new plan. Not idempotent: names are unique. @throws {AppError} ERR_PLAN_NAME_ALREADY_EXISTS */
export async function createPlan(
  deps: EditPlansDeps,
  session: Session,
  body: BodyOf<typeof createEndpoint>,
): Promise<Plan> {
  const plan = await deps.db.asPlatform((tx) => deps.plans.insert(tx, buildPlan(body)))
  deps.onEdited(session, 'create', plan.id)
  return plan
}

async function lockPlan({ plans }: EditPlansDeps, tx: Tx, id: PlanId): Promise<Plan> {
  const plan = await plans.lock(tx, id)
  if (!plan) throw new AppError('ERR_NO_PLAN_FOUND')
  return plan
}

/**
 * The plan with what the patch names; each of its companies gets an event. Idempotent.
 * @throws {AppError} ERR_NO_PLAN_FOUND, ERR_PLAN_NAME_ALREADY_EXISTS
 */
export async function updatePlan(
  deps: EditPlansDeps,
  session: Session,
  id: PlanId,
  patch: BodyOf<typeof updateEndpoint>,
): Promise<Plan> {
  const changed = await deps.db.asPlatform(async (tx) => {
    const before = await lockPlan(deps, tx, id)
    const plan = patchPlan(before, patch)
    if (isDeepStrictEqual(plan, before)) return { plan, companies: [], isSame: true }
    await deps.plans.save(tx, plan, deps.clock.now())
    const companies = await deps.listCompanies(tx, id)
    await deps.events.append(
      tx,
      companies.map((company) => planChanged(deps, company.id, restrictPlan(plan, company))),
    )
    return { plan, companies, isSame: false }
  })
  if (changed.isSame) return changed.plan
  await deps.forgetEntitlements(changed.companies.map(({ id: companyId }) => companyId))
  deps.onEdited(session, 'update', id)
  return changed.plan
}

/** Deletes a plan that no company has. @throws {AppError} ERR_NO_PLAN_FOUND, ERR_PLAN_IN_USE */
export async function deletePlan(deps: EditPlansDeps, session: Session, id: PlanId): Promise<void> {
  await deps.db.asPlatform(async (tx) => {
    await lockPlan(deps, tx, id)
    if ((await deps.listCompanies(tx, id)).length > 0) throw new AppError('ERR_PLAN_IN_USE')
    await deps.plans.delete(tx, id)
  })
  deps.onEdited(session, 'delete', id)
}
