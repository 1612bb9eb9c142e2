import {
  canFillTemplate,
  fillTemplate,
  findTemplateFile,
  findTemplateFileFault,
  MAX_INT4,
  type Capabilities,
  type CompanyId,
  type ConnectionId,
  type TemplateButton,
  type TemplateContent,
  type TemplateFileLimit,
  type TemplateValues,
} from '@balcao/contracts'
import type { FilledTemplate, TemplateFile } from '@balcao/contracts/wire'
import { AppError, type Tx } from '@balcao/kernel'

import { readConnection, type Connection } from '../connections'
import { assertHasTemplates, type TemplateDeps } from './template-deps'

export interface TemplateRequest extends TemplateValues {
  name: string
  language: string
  /** Of its header; undefined without one. */
  file?: TemplateFile | undefined
  /** Its file is judged when it is sent. */
  fileLater?: boolean
}

/* The header's kind, and the size that Meta takes of it. */
function findFileLimit({ maxBytes }: Capabilities, content: TemplateContent): TemplateFileLimit | undefined {
  const wanted = findTemplateFile(content)
  return wanted && { format: wanted.format, maxBytes: maxBytes[wanted.kind] ?? MAX_INT4 }
}

function assertFile(
  limit: TemplateFileLimit | undefined,
  { file, fileLater = false }: Pick<TemplateRequest, 'file' | 'fileLater'>,
): void {
  if (fileLater && !file) return
  const fault = findTemplateFileFault(limit, file)
  if (fault) throw new AppError(fault, { ...(limit && { limitBytes: limit.maxBytes }) })
}

export interface Filled {
  template: FilledTemplate
  /** As the customer reads it. */
  text: string
  /** What its header's file may be; undefined without one. */
  file: TemplateFileLimit | undefined
  buttons: readonly TemplateButton[]
}

/** `fillStoredTemplate` of a connection that was read, in the caller's transaction. */
export async function fillTemplateOf(
  { messageTemplates }: Pick<TemplateDeps, 'messageTemplates'>,
  tx: Tx,
  connection: Connection,
  request: TemplateRequest,
): Promise<Filled> {
  const can = assertHasTemplates(connection)
  const stored = await messageTemplates.findByName(tx, connection.companyId, connection.id, request)
  if (!stored) throw new AppError('ERR_NO_TEMPLATE_FOUND')
  const { name, language, category, content } = stored
  if (stored.state !== 'APPROVED') throw new AppError('ERR_WAPP_TEMPLATE_UNUSABLE', { detail: stored.state })
  if (!canFillTemplate(category, content)) throw new AppError('ERR_WAPP_NOT_OFFERED')
  const file = findFileLimit(can, content)
  assertFile(file, request)
  const filled = fillTemplate(content, request)
  if (!filled) throw new AppError('ERR_TEMPLATE_VALUES')
  const template = { name, language, parameters: filled.parameters }
  return { template, text: filled.text, file, buttons: content.buttons }
}

/**
 * A template of the connection with these values, ready to be sent, its text as the customer reads it, and what its header's file may be.
 * @throws {AppError} ERR_NO_WAPP_FOUND, ERR_WAPP_NOT_OFFERED also for a template that the desk cannot fill in, ERR_NO_TEMPLATE_FOUND,
 *   ERR_WAPP_TEMPLATE_UNUSABLE unless it is approved, ERR_TEMPLATE_FILE, ERR_MEDIA_TOO_LARGE, ERR_TEMPLATE_VALUES
 */
export async function fillStoredTemplate(
  deps: TemplateDeps,
  companyId: CompanyId,
  connectionId: ConnectionId,
  request: TemplateRequest,
): Promise<Omit<Filled, 'buttons'>> {
  const { template, text, file } = await deps.db.withTenant(companyId, async (tx) =>
    fillTemplateOf(deps, tx, await readConnection(deps.connections, tx, companyId, connectionId), request),
  )
  return { template, text, file }
}
