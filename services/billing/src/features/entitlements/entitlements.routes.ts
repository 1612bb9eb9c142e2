import { companyId, companyPlan, type CompanyPlanView } from '@balcao/contracts'
import { AppError, type Session } from '@balcao/kernel'
import type { HttpEdge } from '@balcao/platform'

import { toCompanyPlanView } from '../companies'
import { waitForEntitlement, findEntitlement, type EntitlementDeps } from './entitlement'

/* A foreign company's id gets the same answer as an unknown one, after the same work. */
async function readCompanyPlan(
  deps: EntitlementDeps,
  session: Session,
  asked: number,
): Promise<CompanyPlanView> {
  const company = companyId(asked)
  const isOwn = company === session.companyId
  if (!isOwn && !session.super) throw new AppError('ERR_NO_COMPANY_FOUND')
  const found = await (isOwn ? waitForEntitlement(deps, company) : findEntitlement(deps, company))
  return toCompanyPlanView(found.company, found.plan)
}

export function entitlementsRoutes(edge: HttpEdge, deps: EntitlementDeps): void {
  edge.route(companyPlan, ({ session, params }) => readCompanyPlan(deps, session, params.companyId))
}
