import type { CompanyId } from '@balcao/contracts'
import { AppError, type MediaQuota, type ServicePorts } from '@balcao/kernel'

import { PgCompanyStore, PgMediaQuotaStore, PgPlanStore } from './adapters/postgres'
import { waitForEntitlement } from './features/entitlements/entitlement'
import { releaseMedia, reserveMedia, settleMedia, toLimitBytes, unsettleMedia } from './features/media-quota'
import { signals } from './signals'

/** What a company's files take, without billing running: for an operator's program beside the desk. */
export function openMediaAccount(ports: Pick<ServicePorts, 'db' | 'clock'>) {
  const mediaQuota = new PgMediaQuotaStore()
  const known = {
    db: ports.db,
    companies: new PgCompanyStore(),
    plans: new PgPlanStore(),
    onUnknown: signals.companyUnknown,
  }
  const deps = {
    db: ports.db,
    clock: ports.clock,
    mediaQuota,
    waitForCompany: (companyId: CompanyId) => waitForEntitlement(known, companyId),
    onRefused: signals.mediaRefused,
  }
  const quota: MediaQuota = {
    async reserve(file, bytes) {
      const { refused, grantedBytes, usedBytes, allowedBytes } = await reserveMedia(deps, file, bytes)
      if (refused) throw new AppError('ERR_MEDIA_QUOTA_REACHED', { quota: { usedBytes, allowedBytes } })
      return { grantedBytes: allowedBytes > 0 ? grantedBytes : Number.POSITIVE_INFINITY }
    },
    settle: (file, sizeBytes) => settleMedia(deps, file, sizeBytes),
    unsettle: (file) => unsettleMedia(deps, file),
    release: (file) => releaseMedia(deps, file),
  }
  return {
    quota,
    /** Bytes that the company's plan leaves; infinite without a limit. */
    readFree: async (companyId: CompanyId): Promise<number> => {
      await deps.waitForCompany(companyId)
      // Platform scope: as super users list companies.
      const [usage] = await ports.db.asPlatform((tx) => mediaQuota.listUsages(tx, [companyId]))
      const allowedBytes = toLimitBytes(usage?.mediaMegabytes ?? 0)
      return allowedBytes > 0 ? Math.max(0, allowedBytes - (usage?.usedBytes ?? 0)) : Number.POSITIVE_INFINITY
    },
  }
}
