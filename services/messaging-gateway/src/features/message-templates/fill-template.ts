import {
  canFillTemplate,
  fillTemplate,
  type CompanyId,
  type ConnectionId,
  type TemplateValues,
} from '@balcao/contracts'
import type { FilledTemplate } from '@balcao/contracts/wire'
import { AppError } from '@balcao/kernel'

import { assertHasTemplates, type TemplateDeps } from './template-deps'

export interface TemplateRequest extends TemplateValues {
  name: string
  language: string
}

/**
 * A template of the connection with these values, ready to be sent, and its text as the customer reads it.
 * @throws {AppError} ERR_NO_WAPP_FOUND, ERR_WAPP_NOT_OFFERED also for a template that the desk cannot fill in, ERR_NO_TEMPLATE_FOUND,
 *   ERR_WAPP_TEMPLATE_UNUSABLE unless it is approved, ERR_TEMPLATE_VALUES
 */
export async function fillStoredTemplate(
  deps: TemplateDeps,
  companyId: CompanyId,
  connectionId: ConnectionId,
  request: TemplateRequest,
): Promise<{ template: FilledTemplate; text: string }> {
  const stored = await deps.db.withTenant(companyId, async (tx) => {
    await assertHasTemplates(deps, tx, companyId, connectionId)
    return deps.messageTemplates.findByName(tx, companyId, connectionId, request)
  })
  if (!stored) throw new AppError('ERR_NO_TEMPLATE_FOUND')
  const { name, language, category, content } = stored
  if (stored.state !== 'APPROVED') throw new AppError('ERR_WAPP_TEMPLATE_UNUSABLE', { detail: stored.state })
  if (!canFillTemplate(category, content)) throw new AppError('ERR_WAPP_NOT_OFFERED')
  const filled = fillTemplate(content, request)
  if (!filled) throw new AppError('ERR_TEMPLATE_VALUES')
  return { template: { name, language, parameters: filled.parameters }, text: filled.text }
}
