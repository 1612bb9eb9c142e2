import type { CompanyId } from '@balcao/contracts'
import type { Service, ServicePorts } from '@balcao/kernel'
import { createHttpEdge, exportTable, forgetEntitlements } from '@balcao/platform'

import { createPaymentProvider } from './adapters/payments/create-provider'
import { PgChargeStore } from './adapters/postgres/pg-charge-store'
import { PgCompanyStore } from './adapters/postgres/pg-company-store'
import { PgInvoiceStore } from './adapters/postgres/pg-invoice-store'
import { PgMediaQuotaStore } from './adapters/postgres/pg-media-quota-store'
import { PgPlanStore } from './adapters/postgres/pg-plan-store'
import { PgSimulatedChargeStore } from './adapters/postgres/pg-simulated-charge-store'
import type { BillingConfig } from './config'
import { companiesConsumer } from './features/companies/companies.consumer'
import { billingRpc } from './features/entitlements/billing.rpc'
import { entitlementsRoutes } from './features/entitlements/entitlements.routes'
import { waitForEntitlement } from './features/entitlements/entitlement'
import { invoicesJob } from './features/invoices/invoices.job'
import { invoicesRoutes } from './features/invoices/invoices.routes'
import { mediaQuotaRoutes } from './features/media-quota/media-quota.routes'
import { mediaQuotaJob } from './features/media-quota/media-quota.job'
import { chargesConsumer } from './features/payments/charges.consumer'
import { chargesJob } from './features/payments/charges.job'
import { countUsage } from './features/payments/count-usage'
import { paymentsRoutes } from './features/payments/payments.routes'
import { simulatedRoutes } from './features/payments/simulated.routes'
import { unsettledRoutes } from './features/payments/unsettled.routes'
import { plansRoutes } from './features/plans/plans.routes'
import { billingMigrations } from './migrations'
import { signals } from './signals'

export { checkPaymentKeys } from './check-payments'
export { billingConfig, type BillingConfig } from './config'
export { openMediaAccount } from './media-account'

/** Plans, each company's entitlements, its invoices and their payment. */
export function createBillingService(config: BillingConfig, ports: ServicePorts): Service {
  const plans = new PgPlanStore()
  const companies = new PgCompanyStore()
  const simulatedCharges = new PgSimulatedChargeStore()
  const mediaQuota = new PgMediaQuotaStore()
  const deps = {
    ...ports,
    plans,
    companies,
    forgetEntitlements: (companyIds: readonly CompanyId[]) => forgetEntitlements(ports, companyIds),
    invoices: new PgInvoiceStore(),
    mediaQuota,
    charges: new PgChargeStore(),
    provider: createPaymentProvider(config, ports, simulatedCharges),
    countUsage: (companyId: CompanyId) => countUsage({ ...ports, mediaQuota }, companyId),
    onUnknown: signals.companyUnknown,
    onRefused: signals.mediaRefused,
    onPaid: signals.invoicePaid,
    onUnsettled: signals.paymentUnsettled,
    onResolved: signals.paymentResolved,
  }
  const quota = {
    ...deps,
    waitForCompany: (companyId: CompanyId) => waitForEntitlement(deps, companyId),
  }
  const edge = createHttpEdge(ports, 'billing')
  plansRoutes(edge, {
    ...deps,
    findPlanId: async (companyId) =>
      (await ports.db.withTenant(companyId, (tx) => companies.find(tx, companyId)))?.planId,
    listCompanies: (tx, planId) => companies.listWithPlan(tx, planId),
    onEdited: signals.planEdited,
  })
  entitlementsRoutes(edge, deps)
  invoicesRoutes(edge, deps)
  paymentsRoutes(edge, deps)
  unsettledRoutes(edge, deps)
  mediaQuotaRoutes(edge, quota)
  simulatedRoutes(edge, { ...deps, simulatedCharges })
  return {
    name: 'billing',
    http: edge.router,
    rpc: [billingRpc(quota)],
    consumers: [
      companiesConsumer({
        ...deps,
        dropChosenTerms: (tx, companyId) => deps.invoices.dropChosenTerms(tx, companyId),
        closeAccount: async (tx, companyId) => {
          await deps.invoices.cancelAll(tx, companyId)
          await deps.charges.deletePayer(tx, companyId)
        },
      }),
      chargesConsumer(deps),
    ],
    jobs: [invoicesJob(deps), chargesJob(deps), mediaQuotaJob(deps)],
    migrations: billingMigrations,
    // Records of money without a name; Brazilian tax law asks for five years.
    companyExport: ['invoices', 'charges', 'payers'].map((table) => exportTable(ports.db, table)),
    companyErasure: { keeps: ['invoices', 'charges'] },
  }
}
