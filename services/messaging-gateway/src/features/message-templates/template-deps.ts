import { capabilities, type CompanyId, type ConnectionId } from '@balcao/contracts'
import { AppError, type Sealer, type ServicePorts } from '@balcao/kernel'

import { openCredentials, type CloudAccountStore, type CloudCredentials } from '../cloud-accounts'
import { readConnection, type ConnectionStore } from '../connections'
import type { MessageTemplateStore } from './message-template.store'
import type { TemplateApi } from './template-api.port'

export interface TemplateDeps extends Pick<ServicePorts, 'db' | 'clock'> {
  connections: ConnectionStore
  cloudAccounts: CloudAccountStore
  messageTemplates: MessageTemplateStore
}

export interface TemplateApiDeps extends TemplateDeps {
  sealer: Sealer
  templateApi: TemplateApi
}

/** @throws {AppError} ERR_NO_WAPP_FOUND, ERR_WAPP_NOT_OFFERED for a connection without templates */
export const assertHasTemplates = (
  { db, connections }: Pick<TemplateDeps, 'db' | 'connections'>,
  companyId: CompanyId,
  id: ConnectionId,
): Promise<void> =>
  db.withTenant(companyId, async (tx) => {
    const { provider } = await readConnection(connections, tx, companyId, id)
    if (!capabilities[provider].hasTemplates) throw new AppError('ERR_WAPP_NOT_OFFERED')
  })

/** @throws {AppError} as `assertHasTemplates`, and ERR_CLOUD_TOKEN until credentials were entered */
export async function readCredentials(
  deps: Omit<TemplateApiDeps, 'templateApi'>,
  companyId: CompanyId,
  id: ConnectionId,
): Promise<CloudCredentials> {
  await assertHasTemplates(deps, companyId, id)
  const account = await deps.db.withTenant(companyId, (tx) => deps.cloudAccounts.find(tx, companyId, id))
  if (!account) throw new AppError('ERR_CLOUD_TOKEN', { detail: 'no credentials' })
  return openCredentials(deps.sealer, account)
}
