import type { Capabilities, CompanyId, ConnectionId } from '@balcao/contracts'
import { AppError, type Tx } from '@balcao/kernel'

import { capabilitiesOf } from './connection'
import type { ConnectionStore } from './connection.store'

/** Refuses at once what the connection's network does not have. @throws {AppError} ERR_WAPP_NOT_OFFERED */
export async function requireOffered(
  { connections }: { connections: Pick<ConnectionStore, 'find'> },
  tx: Tx,
  { companyId, connectionId }: { companyId: CompanyId; connectionId: ConnectionId },
  offers: (can: Capabilities) => boolean,
): Promise<void> {
  const connection = await connections.find(tx, companyId, connectionId)
  if (!offers(capabilitiesOf(connection))) throw new AppError('ERR_WAPP_NOT_OFFERED')
}
