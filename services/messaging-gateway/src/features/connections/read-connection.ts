import type { CompanyId, ConnectionId } from '@balcao/contracts'
import { AppError, type Tx } from '@balcao/kernel'

import type { Connection, ConnectionStore } from './connection.store'

/** @throws {AppError} ERR_NO_WAPP_FOUND */
export async function readConnection(
  connections: ConnectionStore,
  tx: Tx,
  companyId: CompanyId,
  id: ConnectionId,
): Promise<Connection> {
  const connection = await connections.find(tx, companyId, id)
  if (!connection) throw new AppError('ERR_NO_WAPP_FOUND')
  return connection
}
