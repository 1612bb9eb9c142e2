import { companyId } from '@balcao/contracts'
import type { QuotaFile } from '@balcao/kernel'

import { releaseMedia, reserveMedia, settleMedia, unsettleMedia, type MediaQuotaDeps } from './account-media'
import { toLimitBytes } from './media-account'

const toFile = (request: { companyId: number; key: string }): QuotaFile => ({
  companyId: companyId(request.companyId),
  key: request.key,
})

interface ReserveRequest {
  companyId: number
  key: string
  leastBytes: number
  wantedBytes: number
}

/** billing's gRPC methods for the blob store of the other services. */
export const mediaQuotaHandlers = (deps: MediaQuotaDeps) => ({
  reserveMedia: ({ leastBytes, wantedBytes, ...request }: ReserveRequest) =>
    reserveMedia(deps, toFile(request), { least: leastBytes, wanted: wantedBytes }),
  settleMedia: async ({ sizeBytes, ...request }: { companyId: number; key: string; sizeBytes: number }) => {
    await settleMedia(deps, toFile(request), sizeBytes)
    return {}
  },
  unsettleMedia: async (request: { companyId: number; key: string }) => {
    await unsettleMedia(deps, toFile(request))
    return {}
  },
  releaseMedia: async (request: { companyId: number; key: string }) => {
    await releaseMedia(deps, toFile(request))
    return {}
  },
  listMediaUsage: async ({ companyIds }: { companyIds: number[] }) => {
    // Platform scope: super users list companies.
    const usages = await deps.db.asPlatform((tx) => deps.mediaQuota.listUsages(tx, companyIds.map(companyId)))
    return {
      usages: usages.map(({ companyId: id, usedBytes, mediaMegabytes }) => ({
        companyId: id,
        usedBytes,
        allowedBytes: toLimitBytes(mediaMegabytes),
      })),
    }
  },
})
