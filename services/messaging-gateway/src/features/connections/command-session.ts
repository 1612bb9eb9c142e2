import type { CompanyId, ConnectionId } from '@balcao/contracts'
import { AppError } from '@balcao/kernel'

import { issueCommand, type SessionCommand } from './connection'
import type { ConnectionDeps } from './connection-deps'

/**
 * Stores a command for the session's lease holder, the only writer of the session's state. Answers before it is executed.
 * A later command replaces one that was not executed yet.
 * @throws {AppError} ERR_NO_WAPP_FOUND, ERR_WAPP_NOT_INITIALIZED when nothing here can drive the provider.
 */
export async function commandSession(
  deps: Pick<ConnectionDeps, 'db' | 'connections' | 'clock' | 'hasDriver' | 'nudge'>,
  companyId: CompanyId,
  id: ConnectionId,
  command: Exclude<SessionCommand, ''>,
): Promise<void> {
  await deps.db.withTenant(companyId, async (tx) => {
    const connection = await deps.connections.lock(tx, companyId, id)
    if (!deps.hasDriver(connection.provider))
      throw new AppError('ERR_WAPP_NOT_INITIALIZED', { detail: `no driver for ${connection.provider}` })
    await deps.connections.save(tx, issueCommand(connection, command, command !== 'logout'), deps.clock.now())
  })
  deps.nudge()
}
