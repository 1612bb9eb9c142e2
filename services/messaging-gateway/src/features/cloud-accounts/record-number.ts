import type { ServicePorts } from '@balcao/kernel'

import type { SessionHolder } from '../inbound'
import type { CloudNumber } from './cloud-account'
import type { CloudAccountStore } from './cloud-account.store'

export interface RecordNumberDeps extends Pick<ServicePorts, 'db' | 'leases' | 'clock'> {
  cloudAccounts: CloudAccountStore
}

/** Stores what Meta says of a number now; its credentials stay as they are. @throws {AppError} ERR_LEASE_LOST */
export async function recordNumber(
  deps: RecordNumberDeps,
  { companyId, connectionId, lease }: SessionHolder,
  number: CloudNumber,
): Promise<void> {
  await deps.db.withTenant(companyId, async (tx) => {
    await deps.leases.fence(tx, lease)
    await deps.cloudAccounts.saveNumber(tx, companyId, connectionId, {
      ...number,
      checkedAt: deps.clock.now(),
    })
  })
}
