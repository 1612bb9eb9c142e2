import type { CompanyId } from '@balcao/contracts'
import type { ServicePorts } from '@balcao/kernel'
import { createMediaQuota } from '@balcao/platform'

import { PgCompanyStore } from './adapters/postgres/pg-company-store'
import { PgMediaQuotaStore } from './adapters/postgres/pg-media-quota-store'
import { PgPlanStore } from './adapters/postgres/pg-plan-store'
import { waitForEntitlement } from './features/entitlements/entitlement'
import { mediaQuotaHandlers } from './features/media-quota'
import { signals } from './signals'

/** What a company's files take, without billing running: for an operator's program beside the desk. */
export function openMediaAccount({ db, clock }: Pick<ServicePorts, 'db' | 'clock'>) {
  const known = {
    db,
    companies: new PgCompanyStore(),
    plans: new PgPlanStore(),
    onUnknown: signals.companyUnknown,
  }
  const waitForCompany = (companyId: CompanyId) => waitForEntitlement(known, companyId)
  const billing = mediaQuotaHandlers({
    db,
    clock,
    mediaQuota: new PgMediaQuotaStore(),
    waitForCompany,
    onRefused: signals.mediaRefused,
  })
  return {
    quota: createMediaQuota({ rpc: { billing } }),
    /** Bytes that the company's plan leaves; infinite without a limit. */
    readFree: async (companyId: CompanyId): Promise<number> => {
      await waitForCompany(companyId)
      const [usage] = (await billing.listMediaUsage({ companyIds: [companyId] })).usages
      const { usedBytes, allowedBytes } = usage ?? { usedBytes: 0, allowedBytes: 0 }
      return allowedBytes > 0 ? Math.max(0, allowedBytes - usedBytes) : Number.POSITIVE_INFINITY
    },
  }
}
