import type { CompanyId, ConnectionId } from '@balcao/contracts'
import { AppError } from '@balcao/kernel'

import { commanded, type SessionCommand } from './connection'
import type { ConnectionDeps } from './connection-deps'

/**
 * Leaves a command for the session's holder, who alone writes the session's state. Answers before it is obeyed.
 * A later command replaces one that was not obeyed yet.
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
    await deps.connections.save(tx, commanded(connection, command, command !== 'logout'), deps.clock.now())
  })
  deps.nudge()
}
