import { setTimeout as delay } from 'node:timers/promises'

import type { CompanyId } from '@balcao/contracts'
import { AppError, type Database } from '@balcao/kernel'

import type { Company, CompanyStore } from '../companies'
import { restrictPlan, type Plan, type PlanStore } from '../plans'

export interface EntitlementDeps {
  db: Database
  companies: CompanyStore
  plans: PlanStore
  onUnknown(companyId: CompanyId): void
}

export interface Entitlement {
  company: Company
  /** With the features that the company may use. */
  plan: Plan
}

/* Right after a sign-up the company's event may not have arrived. Well below the callers' deadline of 2 s. */
const PATIENCE_MS = 1_500
const POLL_EVERY_MS = 50

const read = (
  { db, companies, plans }: EntitlementDeps,
  companyId: CompanyId,
): Promise<Entitlement | undefined> =>
  db.withTenant(companyId, async (tx) => {
    const company = await companies.find(tx, companyId)
    const plan = company && (await plans.find(tx, company.planId))
    return company && plan && { company, plan: restrictPlan(plan, company) }
  })

/** A company's plan, from the copy. @throws {AppError} ERR_NO_COMPANY_FOUND */
export async function findEntitlement(deps: EntitlementDeps, companyId: CompanyId): Promise<Entitlement> {
  const found = await read(deps, companyId)
  if (!found) throw new AppError('ERR_NO_COMPANY_FOUND')
  return found
}

/**
 * The same for a company that is known to exist, such as the caller's: waits up to 1.5 s for its event.
 * @throws {AppError} ERR_NO_COMPANY_FOUND
 */
export async function waitForEntitlement(deps: EntitlementDeps, companyId: CompanyId): Promise<Entitlement> {
  const deadlineMs = performance.now() + PATIENCE_MS
  for (;;) {
    const found = await read(deps, companyId)
    if (found) return found
    if (performance.now() >= deadlineMs) break
    await delay(POLL_EVERY_MS)
  }
  deps.onUnknown(companyId)
  throw new AppError('ERR_NO_COMPANY_FOUND')
}
