import { companyId as toCompanyId, connectionId as toConnectionId } from '@balcao/contracts'
import type { CheckNumberRequest, CheckNumberResponse } from '@balcao/contracts/wire'
import { AppError, type ServicePorts } from '@balcao/kernel'

import type { ConnectionStore } from '../connections'
import type { SessionSupervisor } from './session-supervisor'

interface CheckDeps extends Pick<ServicePorts, 'db'> {
  connections: ConnectionStore
  line: SessionSupervisor['line']
}

/**
 * Whether a number is on WhatsApp, asked over the company's connection (0: the default one).
 * @throws {AppError} ERR_NO_WAPP_FOUND, ERR_NO_DEF_WAPP_FOUND, ERR_WAPP_CHECK_CONTACT when no session can be asked here
 */
export async function checkNumber(
  deps: CheckDeps,
  request: CheckNumberRequest,
): Promise<CheckNumberResponse> {
  const companyId = toCompanyId(request.companyId)
  const connections = await deps.db.withTenant(companyId, (tx) => deps.connections.list(tx, companyId))
  const wanted = toConnectionId(request.connectionId)
  const connection = connections.find((candidate) =>
    request.connectionId === 0 ? candidate.isDefault : candidate.id === wanted,
  )
  if (!connection)
    throw new AppError(request.connectionId === 0 ? 'ERR_NO_DEF_WAPP_FOUND' : 'ERR_NO_WAPP_FOUND')
  const line = deps.line(connection.id)
  if (!line) throw new AppError('ERR_WAPP_CHECK_CONTACT', { detail: 'not connected here' })
  return line.checkNumber(request.number)
}
