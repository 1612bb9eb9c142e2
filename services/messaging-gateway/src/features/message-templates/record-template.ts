import type { CompanyId, ConnectionId } from '@balcao/contracts'
import type { ServicePorts, Tx } from '@balcao/kernel'

import type { CloudAccountStore } from '../cloud-accounts'
import type { SessionHolder } from '../inbound'
import { toMessageTemplate, type NetworkTemplate } from './message-template'
import type { MessageTemplateStore } from './message-template.store'

export interface RecordTemplateDeps extends Pick<ServicePorts, 'db' | 'leases' | 'clock'> {
  cloudAccounts: CloudAccountStore
  messageTemplates: MessageTemplateStore
}

/** Stores what the network has of a template for all numbers of its account in the company; undefined: it has none any more. */
export async function storeTemplate(
  { cloudAccounts, messageTemplates }: Pick<RecordTemplateDeps, 'cloudAccounts' | 'messageTemplates'>,
  tx: Tx,
  { companyId, connectionId, id }: { companyId: CompanyId; connectionId: ConnectionId; id: string },
  { template, askedAt }: { template: NetworkTemplate | undefined; askedAt: Date },
): Promise<void> {
  for (const account of await cloudAccounts.listOfSameBusiness(tx, companyId, connectionId)) {
    if (template) await messageTemplates.save(tx, toMessageTemplate(template, account, askedAt))
    else await messageTemplates.delete(tx, companyId, account.connectionId, id)
  }
}

/**
 * Stores what the network has of a template now, for all numbers of its account in the company. Notices say what changed and may come
 * late, so that the template is read instead: in any order the last state is stored.
 * @param read undefined when there is none any more
 * @throws {AppError} ERR_LEASE_LOST, and what `read` throws
 */
export async function recordTemplate(
  deps: RecordTemplateDeps,
  { companyId, connectionId, lease }: SessionHolder,
  id: string,
  read: () => Promise<NetworkTemplate | undefined>,
): Promise<void> {
  const askedAt = deps.clock.now()
  const template = await read()
  await deps.db.withTenant(companyId, async (tx) => {
    await deps.leases.fence(tx, lease)
    await storeTemplate(deps, tx, { companyId, connectionId, id }, { template, askedAt })
  })
}
