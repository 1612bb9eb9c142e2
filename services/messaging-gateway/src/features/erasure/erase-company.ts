import type { CompanyId, ConnectionId } from '@balcao/contracts'
import type { CompanyErasure, Database } from '@balcao/kernel'

import type { ErasureStore } from './erasure.store'

export interface EraseCompanyDeps {
  db: Database
  erasures: ErasureStore
  /** Erases what the simulated network stores of these connections. */
  forgetConnections(connectionIds: readonly ConnectionId[]): Promise<void>
}

/** Waits until the company's numbers are unlinked, which needs their credentials; its rows may be deleted then. */
export const gatewayCompanyErasure = (deps: EraseCompanyDeps): CompanyErasure => ({
  erase: async (companyId: CompanyId) => {
    const [connectionIds, hasSessions] = await deps.db.withTenant(companyId, (tx) =>
      Promise.all([deps.erasures.listConnectionIds(tx, companyId), deps.erasures.hasSessions(tx, companyId)]),
    )
    if (!hasSessions) await deps.forgetConnections(connectionIds)
    return !hasSessions
  },
})
