import { companyId, companyPlan, type CompanyPlanView } from '@balcao/contracts'
import { AppError, type Session } from '@balcao/kernel'
import type { HttpEdge } from '@balcao/platform'

import { companyPlanView } from '../companies'
import { awaitEntitlement, findEntitlement, type EntitlementDeps } from './entitlement'

/* A foreign company's id gets the same answer as an unknown one, after the same work. */
async function planOfCompany(
  deps: EntitlementDeps,
  session: Session,
  asked: number,
): Promise<CompanyPlanView> {
  const company = companyId(asked)
  const isOwn = company === session.companyId
  if (!isOwn && !session.super) throw new AppError('ERR_NO_COMPANY_FOUND')
  const found = await (isOwn ? awaitEntitlement(deps, company) : findEntitlement(deps, company))
  return companyPlanView(found.company, found.plan)
}

export function entitlementsRoutes(edge: HttpEdge, deps: EntitlementDeps): void {
  edge.route(companyPlan, ({ session, params }) => planOfCompany(deps, session, params.companyId))
}
