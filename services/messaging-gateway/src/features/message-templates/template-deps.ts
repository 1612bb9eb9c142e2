import { capabilities, type Capabilities, type CompanyId, type ConnectionId } from '@balcao/contracts'
import { AppError, type Sealer, type ServicePorts, type Tx } from '@balcao/kernel'

import { openCredentials, type CloudAccountStore, type CloudCredentials } from '../cloud-accounts'
import { readConnection, type ConnectionStore } from '../connections'
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

/** What a connection with templates can do. @throws {AppError} ERR_NO_WAPP_FOUND, ERR_WAPP_NOT_OFFERED for one without them */
export async function assertHasTemplates(
  { connections }: Pick<TemplateDeps, 'connections'>,
  tx: Tx,
  companyId: CompanyId,
  id: ConnectionId,
): Promise<Capabilities> {
  const { provider } = await readConnection(connections, tx, companyId, id)
  const can = capabilities[provider]
  if (!can.hasTemplates) throw new AppError('ERR_WAPP_NOT_OFFERED')
  return can
}

/** @throws {AppError} as `assertHasTemplates`, and ERR_CLOUD_TOKEN until credentials were entered */
export async function readCredentials(
  deps: Omit<TemplateApiDeps, 'templateApi'>,
  companyId: CompanyId,
  id: ConnectionId,
): Promise<CloudCredentials> {
  const account = await deps.db.withTenant(companyId, async (tx) => {
    const { command } = await readConnection(deps.connections, tx, companyId, id)
    // One that moves to the official API has them in a moment.
    if (command !== 'move') await assertHasTemplates(deps, tx, companyId, id)
    return deps.cloudAccounts.find(tx, companyId, id)
  })
  if (!account) throw new AppError('ERR_CLOUD_TOKEN', { detail: 'no credentials' })
  return openCredentials(deps.sealer, account)
}
