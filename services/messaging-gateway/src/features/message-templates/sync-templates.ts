import type { CompanyId, ConnectionId } from '@balcao/contracts'

import { toMessageTemplate, type MessageTemplate } from './message-template'
import { readCredentials, type TemplateApiDeps } from './template-deps'

/**
 * The connection's templates, read from the network. Those that it does not have any more are deleted; what was read of one meanwhile stays.
 * @throws {AppError} ERR_NO_WAPP_FOUND, ERR_WAPP_NOT_OFFERED, and what `TemplateApi` throws; nothing is changed then
 */
export async function syncTemplates(
  deps: TemplateApiDeps,
  companyId: CompanyId,
  connectionId: ConnectionId,
): Promise<MessageTemplate[]> {
  const { db, clock, messageTemplates, templateApi } = deps
  const credentials = await readCredentials(deps, companyId, connectionId)
  const askedAt = clock.now()
  const found = await templateApi.list(credentials)
  return db.withTenant(companyId, async (tx) => {
    for (const template of found)
      await messageTemplates.save(tx, toMessageTemplate(template, { companyId, connectionId }, askedAt))
    await messageTemplates.deleteOlder(tx, companyId, connectionId, askedAt)
    return messageTemplates.list(tx, companyId, connectionId)
  })
}
