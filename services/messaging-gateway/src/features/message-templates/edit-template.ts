import {
  canEditTemplate,
  editableTemplateStates,
  templateFaults,
  type CompanyId,
  type ConnectionId,
  type TemplateEditBody,
} from '@balcao/contracts'
import { AppError } from '@balcao/kernel'

import type { CloudCredentials } from '../cloud-accounts'
import { toMessageTemplate, type MessageTemplate, type NetworkTemplate } from './message-template'
import { storeTemplate } from './record-template'
import { readCredentials, type TemplateApiDeps } from './template-deps'
import { assertWritten, type WrittenTemplate } from './written-template'

type WrittenEdit = WrittenTemplate<TemplateEditBody>

interface Edited {
  companyId: CompanyId
  connectionId: ConnectionId
  /** The network's. */
  id: string
}

const categoryStays = () =>
  new AppError('ERR_TEMPLATE_REFUSED', { fields: { category: templateFaults.category } })

/* Refused here without a question: an edit that Meta takes leaves none for 24 hours. */
function assertCanEdit({ state, category, content }: NetworkTemplate, edit: WrittenEdit): void {
  if (!editableTemplateStates.includes(state)) throw new AppError('ERR_TEMPLATE_STATE', { detail: state })
  if (!canEditTemplate(category, content)) throw new AppError('ERR_WAPP_NOT_OFFERED')
  if (state === 'APPROVED' && edit.body.category !== undefined) throw categoryStays()
  assertWritten(edit)
}

/* One code of Meta stands for a template under review and for one that was edited too often; another state tells why a category stays. */
function explainRefusal(
  refusal: AppError,
  state: NetworkTemplate['state'],
  edit: TemplateEditBody,
): AppError {
  const isLimit = refusal.code === 'ERR_TEMPLATE_STATE' && state === 'APPROVED'
  if (isLimit) return new AppError('ERR_TEMPLATE_EDIT_LIMIT', { cause: refusal })
  if (refusal.code === 'ERR_TEMPLATE_REFUSED' && state === 'APPROVED' && edit.category !== undefined)
    return categoryStays()
  return refusal
}

/* The copy is brought up to date first: the screen shows the state that the refusal is about. */
async function readRefusal(
  deps: TemplateApiDeps,
  credentials: CloudCredentials,
  edited: Edited,
  { refusal, edit }: { refusal: AppError; edit: TemplateEditBody },
): Promise<AppError> {
  const askedAt = deps.clock.now()
  const template = await deps.templateApi.find(credentials, edited.id)
  await deps.db.withTenant(edited.companyId, (tx) => storeTemplate(deps, tx, edited, { template, askedAt }))
  return template
    ? explainRefusal(refusal, template.state, edit)
    : new AppError('ERR_NO_TEMPLATE_FOUND', { cause: refusal })
}

const isAboutIt = (error: unknown): error is AppError =>
  error instanceof AppError &&
  (error.code === 'ERR_NO_TEMPLATE_FOUND' ||
    error.code === 'ERR_TEMPLATE_STATE' ||
    (error.code === 'ERR_TEMPLATE_REFUSED' && error.fields === undefined))

/**
 * The template with all of its parts replaced at Meta, which reviews it again. Not idempotent: Meta takes one edit of an approved template in
 * 24 hours, and none while it is under review.
 * @throws {AppError} ERR_NO_WAPP_FOUND, ERR_WAPP_NOT_OFFERED also for a template that the desk cannot write, ERR_NO_TEMPLATE_FOUND,
 *   ERR_TEMPLATE_STATE, ERR_TEMPLATE_EDIT_LIMIT, ERR_TEMPLATE_REFUSED with the fields, and what `TemplateApi.edit` throws
 */
export async function editTemplate(
  deps: TemplateApiDeps,
  edited: Edited,
  { body, sample }: WrittenEdit,
): Promise<MessageTemplate> {
  const { companyId, connectionId, id } = edited
  const credentials = await readCredentials(deps, companyId, connectionId)
  const stored = await deps.db.withTenant(companyId, (tx) =>
    deps.messageTemplates.find(tx, companyId, connectionId, id),
  )
  if (!stored) throw new AppError('ERR_NO_TEMPLATE_FOUND')
  const edit = { ...body, category: body.category === stored.category ? undefined : body.category }
  assertCanEdit(stored, { body: edit, sample })
  const askedAt = deps.clock.now()
  const template = await deps.templateApi
    .edit(credentials, stored, edit, sample)
    .catch(async (error: unknown) => {
      throw isAboutIt(error) ? await readRefusal(deps, credentials, edited, { refusal: error, edit }) : error
    })
  await deps.db.withTenant(companyId, (tx) => storeTemplate(deps, tx, edited, { template, askedAt }))
  return toMessageTemplate(template, edited, askedAt)
}
