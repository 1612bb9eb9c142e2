import { capabilities, linksByCredentials, type CompanyId, type ConnectionId } from '@balcao/contracts'
import { AppError, type Sealer, type ServicePorts, type Tx } from '@balcao/kernel'

import { connectionChanged, issueCommand, readConnection, type ConnectionStore } from '../connections'
import type { MessageTemplateStore } from '../message-templates'
import { applyEntered, openCredentials, type CloudAccount, type EnteredAccount } from './cloud-account'
import type { CloudAccountStore } from './cloud-account.store'
import type { CloudApi } from './cloud-api.port'

export interface CloudAccountDeps extends Pick<ServicePorts, 'db' | 'clock' | 'events' | 'ids'> {
  connections: ConnectionStore
  cloudAccounts: CloudAccountStore
  cloudApi: CloudApi
  /** What is kept of the business account. */
  messageTemplates: Pick<MessageTemplateStore, 'deleteOf'>
  sealer: Sealer
  /** Hints that a session has a command. */
  nudge(): void
}

/** @throws {AppError} ERR_NO_WAPP_FOUND, ERR_WAPP_NOT_OFFERED for a connection that is linked another way */
export async function assertLinksByCredentials(
  { connections }: Pick<CloudAccountDeps, 'connections'>,
  tx: Tx,
  companyId: CompanyId,
  id: ConnectionId,
): Promise<void> {
  const { provider } = await readConnection(connections, tx, companyId, id)
  if (!linksByCredentials(capabilities[provider])) throw new AppError('ERR_WAPP_NOT_OFFERED')
}

/**
 * The account of a connection, undefined until credentials were entered.
 * @throws {AppError} ERR_NO_WAPP_FOUND, ERR_WAPP_NOT_OFFERED for a connection that is linked another way
 */
export const findCloudAccount = (
  deps: Pick<CloudAccountDeps, 'db' | 'connections' | 'cloudAccounts'>,
  companyId: CompanyId,
  id: ConnectionId,
): Promise<CloudAccount | undefined> =>
  deps.db.withTenant(companyId, async (tx) => {
    await assertLinksByCredentials(deps, tx, companyId, id)
    return deps.cloudAccounts.find(tx, companyId, id)
  })

function assertComplete(
  { token, appSecret, verifyToken }: EnteredAccount,
  before: CloudAccount | undefined,
): void {
  if (before || (token !== '' && appSecret !== '' && verifyToken !== '')) return
  throw new AppError('ERR_VALIDATION', {
    detail: 'token, app secret and verify token are needed the first time',
  })
}

/**
 * Asks Meta with the credentials, stores them once it accepts them, and connects. What was stored before stays when it does not.
 * @throws {AppError} ERR_NO_WAPP_FOUND, ERR_WAPP_NOT_OFFERED, ERR_VALIDATION while a secret is missing, ERR_CLOUD_NUMBER_TAKEN, and what
 *   `CloudApi.check` throws
 */
export async function saveCloudAccount(
  deps: CloudAccountDeps,
  companyId: CompanyId,
  id: ConnectionId,
  entered: EnteredAccount,
): Promise<CloudAccount> {
  const { sealer, clock } = deps
  const before = await findCloudAccount(deps, companyId, id)
  assertComplete(entered, before)
  const key = { companyId, connectionId: id }
  const kept = before && openCredentials(sealer, before)
  const number = await deps.cloudApi.check({
    phoneNumberId: entered.phoneNumberId,
    businessAccountId: entered.businessAccountId,
    token: entered.token || (kept?.token ?? ''),
    appSecret: entered.appSecret || (kept?.appSecret ?? ''),
  })
  const saved = await deps.db.withTenant(companyId, (tx) =>
    storeCloudAccount(deps, tx, key, (before) =>
      applyEntered(sealer, key, { before, entered, number }, clock.now()),
    ),
  )
  deps.nudge()
  return saved
}

/**
 * Stores what Meta has accepted, and has the connection's session begin again with it. Nudge once the transaction has ended.
 * @param build the account, of the one that is stored
 * @throws {AppError} ERR_NO_WAPP_FOUND, ERR_CLOUD_NUMBER_TAKEN
 */
export async function storeCloudAccount(
  deps: Omit<CloudAccountDeps, 'db' | 'cloudApi' | 'sealer' | 'nudge'>,
  tx: Tx,
  { companyId, connectionId: id }: Pick<CloudAccount, 'companyId' | 'connectionId'>,
  build: (before: CloudAccount | undefined) => CloudAccount,
): Promise<CloudAccount> {
  const connection = await deps.connections.lock(tx, companyId, id)
  const current = await deps.cloudAccounts.find(tx, companyId, id)
  const account = build(current)
  await deps.cloudAccounts.save(tx, account)
  if (current && current.businessAccountId !== account.businessAccountId)
    await deps.messageTemplates.deleteOf(tx, companyId, id)
  const opened = { ...issueCommand(connection, 'restart', true), status: 'OPENING' as const }
  const changed = await deps.connections.save(tx, opened, deps.clock.now())
  await deps.events.append(tx, [connectionChanged(deps, changed)])
  return account
}
