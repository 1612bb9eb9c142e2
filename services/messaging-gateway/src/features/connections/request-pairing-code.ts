import type { CompanyId, ConnectionId } from '@balcao/contracts'
import { AppError } from '@balcao/kernel'

import type { SessionDirectory } from '../sessions'
import type { ConnectionDeps } from './connection-deps'
import { readConnection } from './read-connection'

/**
 * A code to type on the phone instead of scanning, formatted as on the phone: `ABCD-EFGH`. Each call makes a new code and voids
 * the previous one.
 * @param number digits of the phone that shall be linked
 * @throws {AppError} ERR_NO_WAPP_FOUND, ERR_WAPP_NOT_INITIALIZED unless a QR code is shown now
 */
export async function requestPairingCode(
  deps: Pick<ConnectionDeps, 'db' | 'connections'> & { directory: SessionDirectory },
  companyId: CompanyId,
  id: ConnectionId,
  number: string,
): Promise<string> {
  await deps.db.withTenant(companyId, (tx) => readConnection(deps.connections, tx, companyId, id))
  const session = await deps.directory.findPairing(companyId, id)
  if (!session) throw new AppError('ERR_WAPP_NOT_INITIALIZED', { detail: 'no QR code is shown' })
  const code = await session.pairingCode(number)
  return `${code.slice(0, 4)}-${code.slice(4)}`
}
