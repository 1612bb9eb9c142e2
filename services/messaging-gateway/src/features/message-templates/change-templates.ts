import type { CompanyId, ConnectionId, TemplateBody } from '@balcao/contracts'
import { AppError } from '@balcao/kernel'

import { toMessageTemplate, type MessageTemplate } from './message-template'
import { readCredentials, type TemplateApiDeps } from './template-deps'
import { assertWritten, type WrittenTemplate } from './written-template'

/**
 * The template that was created at Meta and submitted to its review. Not idempotent: Meta refuses the second one.
 * @throws {AppError} ERR_NO_WAPP_FOUND, ERR_WAPP_NOT_OFFERED, ERR_TEMPLATE_REFUSED with the fields, and what `TemplateApi.create` throws
 */
export async function createTemplate(
  deps: TemplateApiDeps,
  companyId: CompanyId,
  connectionId: ConnectionId,
  written: WrittenTemplate<TemplateBody>,
): Promise<MessageTemplate> {
  const credentials = await readCredentials(deps, companyId, connectionId)
  assertWritten(written)
  const askedAt = deps.clock.now()
  const created = await deps.templateApi.create(credentials, written.body, written.sample)
  const template = toMessageTemplate(created, { companyId, connectionId }, askedAt)
  await deps.db.withTenant(companyId, (tx) => deps.messageTemplates.save(tx, template))
  return template
}

/**
 * Deletes a template at Meta, in its language, then here.
 * @throws {AppError} ERR_NO_WAPP_FOUND, ERR_WAPP_NOT_OFFERED, ERR_NO_TEMPLATE_FOUND, and what `TemplateApi` throws
 */
export async function deleteTemplate(
  deps: TemplateApiDeps,
  companyId: CompanyId,
  connectionId: ConnectionId,
  id: string,
): Promise<void> {
  const credentials = await readCredentials(deps, companyId, connectionId)
  const template = await deps.db.withTenant(companyId, (tx) =>
    deps.messageTemplates.find(tx, companyId, connectionId, id),
  )
  if (!template) throw new AppError('ERR_NO_TEMPLATE_FOUND')
  await deps.templateApi.delete(credentials, template)
  await deps.db.withTenant(companyId, (tx) => deps.messageTemplates.delete(tx, companyId, connectionId, id))
}
