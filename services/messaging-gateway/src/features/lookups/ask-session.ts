import { connectionId as toConnectionId, type CompanyId } from '@balcao/contracts'
import { AppError, type ServicePorts } from '@balcao/kernel'

import type { Connection, ConnectionStore } from '../connections'
import type { AskableSession, SessionDirectory } from '../sessions'

export interface AskDeps extends Pick<ServicePorts, 'db' | 'clock'> {
  connections: ConnectionStore
  directory: SessionDirectory
}

/** The company's connection, the default one for id 0. @throws {AppError} ERR_NO_WAPP_FOUND, ERR_NO_DEF_WAPP_FOUND */
export async function readChosenConnection(
  deps: Pick<AskDeps, 'db' | 'connections'>,
  companyId: CompanyId,
  id: number,
): Promise<Connection> {
  const connections = await deps.db.withTenant(companyId, (tx) => deps.connections.list(tx, companyId))
  const wantedId = toConnectionId(id)
  const chosen = connections.find((candidate) => (id === 0 ? candidate.isDefault : candidate.id === wantedId))
  if (!chosen) throw new AppError(id === 0 ? 'ERR_NO_DEF_WAPP_FOUND' : 'ERR_NO_WAPP_FOUND')
  return chosen
}

/** The answer of a connected session. @throws {AppError} ERR_UNAVAILABLE when there is none, and what it throws */
export async function askSession<T>(
  deps: Pick<AskDeps, 'directory'>,
  { companyId, id }: Pick<Connection, 'companyId' | 'id'>,
  ask: (session: AskableSession) => Promise<T>,
): Promise<T> {
  const session = await deps.directory.findConnected(companyId, id)
  if (!session) throw new AppError('ERR_UNAVAILABLE', { detail: 'the connection is not connected' })
  try {
    return await ask(session)
  } catch (error) {
    // A session that ended during the call is answered like one that is not connected.
    if (error instanceof AppError && error.code === 'ERR_WAPP_NOT_INITIALIZED')
      throw new AppError('ERR_UNAVAILABLE', { detail: 'the session ended', cause: error })
    throw error
  }
}
