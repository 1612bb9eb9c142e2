import type { CompanyId, ConnectionId } from '@balcao/contracts'

import { createToken } from './connection-input'
import type { ConnectionDeps } from './connection-deps'

/**
 * A new token for the send API; the old one is no longer accepted. It cannot be read again.
 * @throws {AppError} ERR_NO_WAPP_FOUND
 */
export async function replaceToken(
  deps: Pick<ConnectionDeps, 'db' | 'connections' | 'clock' | 'ids'>,
  companyId: CompanyId,
  id: ConnectionId,
): Promise<string> {
  const token = createToken(deps.ids)
  await deps.db.withTenant(companyId, async (tx) => {
    const connection = await deps.connections.lock(tx, companyId, id)
    await deps.connections.save(tx, connection, deps.clock.now(), token)
  })
  return token
}
