import { AppError, type ServicePorts, type Tx } from '@balcao/kernel'

import { keysOf, type Fetched } from './fetch-media'
import type { SessionHolder } from './record-inbound-message'

/**
 * Does the work that names a fetched file, in a transaction. A file whose message was certainly not written is deleted;
 * after any other failure it may be named yet: the sweep sees.
 * @param work false when nothing was written.
 */
export async function nameFile(
  deps: Pick<ServicePorts, 'db' | 'pendingBlobs'>,
  { companyId }: SessionHolder,
  fetched: Fetched,
  work: (tx: Tx) => Promise<boolean>,
): Promise<boolean> {
  const drop = () => deps.pendingBlobs.discard(companyId, keysOf(fetched))
  try {
    const isWritten = await deps.db.withTenant(companyId, work)
    if (!isWritten) await drop()
    return isWritten
  } catch (error) {
    if (error instanceof AppError && error.code === 'ERR_LEASE_LOST') await drop()
    throw error
  }
}
