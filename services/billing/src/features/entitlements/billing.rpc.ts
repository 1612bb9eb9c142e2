import { companyId, planId } from '@balcao/contracts'
import { BillingServiceService, type BillingServiceServer } from '@balcao/contracts/wire'
import { AppError, type RpcBinding } from '@balcao/kernel'
import { implementRpc } from '@balcao/platform'

import { mediaQuotaHandlers, type MediaQuotaDeps } from '../media-quota'
import type { ChargeStore } from '../payments'
import { toPlanMessage } from '../plans'
import { waitForEntitlement, type EntitlementDeps } from './entitlement'

/** billing's gRPC methods for the other services. */
export const billingRpc = (
  deps: EntitlementDeps & MediaQuotaDeps & { charges: ChargeStore },
): RpcBinding => ({
  name: 'desk.billing.v1.BillingService',
  definition: BillingServiceService,
  implementation: implementRpc<BillingServiceServer>({
    ...mediaQuotaHandlers(deps),
    getEntitlements: async (request) => {
      const { company, plan } = await waitForEntitlement(deps, companyId(request.companyId))
      return { plan: toPlanMessage(plan), dueAt: company.dueAt ?? undefined }
    },
    getPlan: async (request) => {
      // Platform scope: plans belong to no company, and a sign-up has none yet.
      const plan = await deps.db.asPlatform((tx) => deps.plans.find(tx, planId(request.planId)))
      if (!plan) throw new AppError('ERR_NO_PLAN_FOUND')
      return { plan: toPlanMessage(plan) }
    },
    listPayers: async ({ companyIds }) => {
      // Platform scope: super users list companies.
      const payers = await deps.db.asPlatform((tx) => deps.charges.listPayers(tx, companyIds.map(companyId)))
      return { payers: payers.map(({ companyId: id, payer }) => ({ ...payer, companyId: id })) }
    },
    listPlans: async () => {
      // Platform scope: plans belong to no company.
      const plans = await deps.db.asPlatform((tx) => deps.plans.list(tx))
      return { plans: plans.map(toPlanMessage) }
    },
  }),
})
