import { AppError, type MediaQuota, type RpcClients } from '@balcao/kernel'

/** billing's methods, called by gRPC or in its own process. */
interface BilledMedia {
  billing: Pick<RpcClients['billing'], 'reserveMedia' | 'settleMedia' | 'unsettleMedia' | 'releaseMedia'>
}

/** The account that billing keeps. @throws {AppError} ERR_UNAVAILABLE, ERR_DEADLINE when billing is away, from each method */
export const createMediaQuota = ({ rpc: { billing } }: { rpc: BilledMedia }): MediaQuota => ({
  async reserve({ companyId, key }, { least, wanted }) {
    const answer = await billing.reserveMedia({ companyId, key, leastBytes: least, wantedBytes: wanted })
    const { refused, grantedBytes, usedBytes, allowedBytes } = answer
    if (refused) throw new AppError('ERR_MEDIA_QUOTA_REACHED', { quota: { usedBytes, allowedBytes } })
    return { grantedBytes: allowedBytes > 0 ? grantedBytes : Number.POSITIVE_INFINITY }
  },
  async settle({ companyId, key }, sizeBytes) {
    await billing.settleMedia({ companyId, key, sizeBytes })
  },
  async unsettle({ companyId, key }) {
    await billing.unsettleMedia({ companyId, key })
  },
  async release({ companyId, key }) {
    await billing.releaseMedia({ companyId, key })
  },
})
