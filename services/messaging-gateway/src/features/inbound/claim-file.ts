import { AppError, type ServicePorts, type Tx } from '@balcao/kernel'

import { mediaKeys, type Fetched } from './fetch-media'
import type { SessionHolder } from './record-inbound-message'

/**
 * Runs the work that stores a fetched file's key, in a transaction. The file is deleted when the message was certainly not
 * written; after any other failure the sweep of pending blobs decides.
 * @param work false when nothing was written.
 */
export async function claimFile(
  deps: Pick<ServicePorts, 'db' | 'pendingBlobs'>,
  { companyId }: SessionHolder,
  fetched: Fetched,
  work: (tx: Tx) => Promise<boolean>,
): Promise<boolean> {
  const drop = () => deps.pendingBlobs.discard(companyId, mediaKeys(fetched))
  try {
    const isWritten = await deps.db.withTenant(companyId, work)
    if (!isWritten) await drop()
    return isWritten
  } catch (error) {
    if (error instanceof AppError && error.code === 'ERR_LEASE_LOST') await drop()
    throw error
  }
}
