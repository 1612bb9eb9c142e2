import type { SessionTrouble } from '@balcao/contracts'
import type { ServicePorts } from '@balcao/kernel'

import { signals } from '../../signals'
import type { SessionHolder } from '../inbound'
import type { SessionTroubleStore } from './session-troubles.store'

export interface TroubleDeps extends Pick<ServicePorts, 'db' | 'leases' | 'clock'> {
  sessionTroubles: SessionTroubleStore
}

/** Stores what a session could not do, for the connection's health. Not idempotent. @throws {AppError} ERR_LEASE_LOST */
export async function recordTrouble(
  deps: TroubleDeps,
  holder: SessionHolder,
  kind: SessionTrouble,
): Promise<void> {
  const { companyId, connectionId, lease } = holder
  signals.sessionTroubled({ companyId, connectionId, kind })
  await deps.db.withTenant(companyId, async (tx) => {
    await deps.leases.fence(tx, lease)
    await deps.sessionTroubles.add(tx, companyId, { connectionId, kind, at: deps.clock.now() })
  })
}
