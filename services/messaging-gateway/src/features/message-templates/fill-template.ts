import {
  canFillTemplate,
  canSend,
  fillTemplate,
  findTemplateFile,
  type Capabilities,
  type CompanyId,
  type ConnectionId,
  type TemplateContent,
  type TemplateValues,
} from '@balcao/contracts'
import type { FilledTemplate, TemplateFile } from '@balcao/contracts/wire'
import { AppError } from '@balcao/kernel'

import { assertHasTemplates, type TemplateDeps } from './template-deps'

export interface TemplateRequest extends TemplateValues {
  name: string
  language: string
  /** Of its header; undefined without one. */
  file?: TemplateFile | undefined
}

/* The file is one of the header's kind, of the size that Meta takes of it; a header of text takes none. */
function assertFile(can: Capabilities, content: TemplateContent, file: TemplateFile | undefined): void {
  const wanted = findTemplateFile(content)
  if (!wanted && !file) return
  if (!wanted || !file || !wanted.mimeTypes.includes(file.mimeType))
    throw new AppError('ERR_TEMPLATE_FILE', { detail: content.headerFormat })
  if (!canSend(can, wanted.kind, file.sizeBytes))
    throw new AppError('ERR_MEDIA_TOO_LARGE', { limitBytes: can.maxBytes[wanted.kind] })
}

/**
 * A template of the connection with these values, ready to be sent, and its text as the customer reads it.
 * @throws {AppError} ERR_NO_WAPP_FOUND, ERR_WAPP_NOT_OFFERED also for a template that the desk cannot fill in, ERR_NO_TEMPLATE_FOUND,
 *   ERR_WAPP_TEMPLATE_UNUSABLE unless it is approved, ERR_TEMPLATE_FILE, ERR_MEDIA_TOO_LARGE, ERR_TEMPLATE_VALUES
 */
export async function fillStoredTemplate(
  deps: TemplateDeps,
  companyId: CompanyId,
  connectionId: ConnectionId,
  request: TemplateRequest,
): Promise<{ template: FilledTemplate; text: string }> {
  const { can, stored } = await deps.db.withTenant(companyId, async (tx) => ({
    can: await assertHasTemplates(deps, tx, companyId, connectionId),
    stored: await deps.messageTemplates.findByName(tx, companyId, connectionId, request),
  }))
  if (!stored) throw new AppError('ERR_NO_TEMPLATE_FOUND')
  const { name, language, category, content } = stored
  if (stored.state !== 'APPROVED') throw new AppError('ERR_WAPP_TEMPLATE_UNUSABLE', { detail: stored.state })
  if (!canFillTemplate(category, content)) throw new AppError('ERR_WAPP_NOT_OFFERED')
  assertFile(can, content, request.file)
  const filled = fillTemplate(content, request)
  if (!filled) throw new AppError('ERR_TEMPLATE_VALUES')
  return { template: { name, language, parameters: filled.parameters }, text: filled.text }
}
