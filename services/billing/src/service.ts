import type { CompanyId } from '@balcao/contracts'
import type { Service, ServicePorts } from '@balcao/kernel'
import { createHttpEdge, forgetEntitlements } from '@balcao/platform'

import { PgCompanyStore, PgPlanStore } from './adapters/postgres'
import type { BillingConfig } from './config'
import { companiesConsumer } from './features/companies/companies.consumer'
import { billingRpc } from './features/entitlements/billing.rpc'
import { entitlementsRoutes } from './features/entitlements/entitlements.routes'
import { plansRoutes } from './features/plans/plans.routes'
import { billingMigrations } from './migrations'
import { signals } from './signals'

export { billingConfig, type BillingConfig } from './config'

/** Plans, and each company's entitlements. */
export function createBillingService(_config: BillingConfig, ports: ServicePorts): Service {
  const plans = new PgPlanStore()
  const companies = new PgCompanyStore()
  const deps = {
    ...ports,
    plans,
    companies,
    forgetEntitlements: (companyIds: readonly CompanyId[]) => forgetEntitlements(ports, companyIds),
    onUnknown: signals.companyUnknown,
  }
  const edge = createHttpEdge(ports, 'billing')
  plansRoutes(edge, {
    ...deps,
    listCompanies: (tx, planId) => companies.listIdsWithPlan(tx, planId),
    onEdited: signals.planEdited,
  })
  entitlementsRoutes(edge, deps)
  return {
    name: 'billing',
    http: edge.router,
    rpc: [billingRpc(deps)],
    consumers: [companiesConsumer(deps)],
    jobs: [],
    migrations: billingMigrations,
  }
}
