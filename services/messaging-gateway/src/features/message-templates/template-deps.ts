import { capabilities, type Capabilities, type CompanyId, type ConnectionId } from '@balcao/contracts'
import { AppError, type Sealer, type ServicePorts, type Tx } from '@balcao/kernel'

import { openCredentials, type CloudAccountStore, type CloudCredentials } from '../cloud-accounts'
import { readConnection, type Connection, type ConnectionStore } from '../connections'
import type { MessageTemplateStore } from './message-template.store'
import type { TemplateApi } from './template-api.port'

export interface TemplateDeps extends Pick<ServicePorts, 'db'> {
  connections: ConnectionStore
  messageTemplates: MessageTemplateStore
}

export interface TemplateApiDeps extends TemplateDeps, Pick<ServicePorts, 'clock'> {
  cloudAccounts: CloudAccountStore
  sealer: Sealer
  templateApi: TemplateApi
}

/** What a connection with templates can do. @throws {AppError} ERR_WAPP_NOT_OFFERED for one without them */
export function assertHasTemplates({ provider }: Pick<Connection, 'provider'>): Capabilities {
  const can = capabilities[provider]
  if (!can.hasTemplates) throw new AppError('ERR_WAPP_NOT_OFFERED')
  return can
}

/** A connection with templates. @throws {AppError} ERR_NO_WAPP_FOUND, and as `assertHasTemplates` */
export async function readOfferedConnection(
  { connections }: Pick<TemplateDeps, 'connections'>,
  tx: Tx,
  companyId: CompanyId,
  id: ConnectionId,
): Promise<Connection> {
  const connection = await readConnection(connections, tx, companyId, id)
  assertHasTemplates(connection)
  return connection
}

/** @throws {AppError} as `readOfferedConnection`, and ERR_CLOUD_TOKEN until credentials were entered */
export async function readCredentials(
  deps: Omit<TemplateApiDeps, 'templateApi'>,
  companyId: CompanyId,
  id: ConnectionId,
): Promise<CloudCredentials> {
  const account = await deps.db.withTenant(companyId, async (tx) => {
    const connection = await readConnection(deps.connections, tx, companyId, id)
    // One that moves to the official API has them in a moment.
    if (connection.command !== 'move') assertHasTemplates(connection)
    return deps.cloudAccounts.find(tx, companyId, id)
  })
  if (!account) throw new AppError('ERR_CLOUD_TOKEN', { detail: 'no credentials' })
  return openCredentials(deps.sealer, account)
}
