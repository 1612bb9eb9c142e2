import type { Service, ServicePorts } from '@balcao/kernel'
import { createHttpEdge } from '@balcao/platform'

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
  const { db, inbox, clock } = ports
  const plans = new PgPlanStore()
  const companies = new PgCompanyStore()
  const deps = { db, plans, companies, onUnknown: signals.companyUnknown }
  const edge = createHttpEdge(ports, 'billing')
  plansRoutes(edge, deps)
  entitlementsRoutes(edge, deps)
  return {
    name: 'billing',
    http: edge.router,
    rpc: [billingRpc(deps)],
    consumers: [companiesConsumer({ db, inbox, companies, clock })],
    jobs: [],
    migrations: billingMigrations,
  }
}
