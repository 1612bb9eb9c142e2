import {
  officialProvider,
  type CompanyId,
  type ConnectionId,
  type ConnectionProvider,
} from '@balcao/contracts'
import { AppError, type Sealer, type ServicePorts } from '@balcao/kernel'

import { applyEntered, type CloudAccountStore, type CloudApi, type EnteredAccount } from '../cloud-accounts'
import {
  connectionChanged,
  connectionSessionChanged,
  issueCommand,
  readConnection,
  type ConnectionStore,
} from '../connections'
import { assertMovable, assertSameNumber } from './require-movable'

export interface OrderMoveDeps extends Pick<ServicePorts, 'db' | 'clock' | 'events' | 'ids'> {
  connections: ConnectionStore
  cloudAccounts: CloudAccountStore
  cloudApi: CloudApi
  sealer: Sealer
  /** Whether this process has a driver of the provider. */
  hasDriver(provider: ConnectionProvider): boolean
  /** Hints that a session has a command. */
  nudge(): void
}

/**
 * Asks Meta with the credentials, and once it accepts them stores them together with the command by which the session's holder ends the
 * session and finishes the move, in one transaction. Answers before that. Nothing changes when Meta or we refuse. A repeat before the
 * end replaces the credentials.
 * @throws {AppError} ERR_NO_WAPP_FOUND, ERR_WAPP_NO_MOVE, ERR_WAPP_NOT_INITIALIZED when nothing here can drive the official API,
 *   ERR_CLOUD_OTHER_NUMBER, ERR_CLOUD_NUMBER_TAKEN, and what `CloudApi.check` throws
 */
export async function orderMove(
  deps: OrderMoveDeps,
  companyId: CompanyId,
  id: ConnectionId,
  entered: EnteredAccount,
): Promise<void> {
  const { db, connections, cloudAccounts, clock, sealer } = deps
  assertMovable(await db.withTenant(companyId, (tx) => readConnection(connections, tx, companyId, id)))
  if (!deps.hasDriver(officialProvider))
    throw new AppError('ERR_WAPP_NOT_INITIALIZED', { detail: `no driver for ${officialProvider}` })
  const number = await deps.cloudApi.check(entered)
  await db.withTenant(companyId, async (tx) => {
    const connection = await connections.lock(tx, companyId, id)
    assertMovable(connection)
    assertSameNumber(connection, number.displayNumber)
    const now = clock.now()
    const before = await cloudAccounts.find(tx, companyId, id)
    const key = { companyId, connectionId: id }
    await cloudAccounts.save(tx, applyEntered(sealer, key, { before, entered, number }, now))
    const ordered = { ...issueCommand(connection, 'move', true), qrcode: '', passkey: null }
    const saved = await connections.save(tx, { ...ordered, status: 'OPENING' }, now)
    await deps.events.append(tx, [connectionSessionChanged(deps, saved), connectionChanged(deps, saved)])
  })
  deps.nudge()
}
