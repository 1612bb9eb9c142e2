import { ok, pickFields, readAccount, readParameters, readToken, type Answer, type Call } from '../call'
import { requireScope, unknownObject } from '../authorize'
import type { Json } from '../fields'
import type { GraphNetwork } from '../network'
import { parseDefinition } from '../templates/check-definition'
import { parseEdit, requireEditable } from '../templates/check-edit'
import { takeSample } from '../templates/check-sample'
import { creationError } from '../templates/creation-error'
import { setTemplateStatus, submitTemplate, unpauseTemplate } from '../templates/review-templates'
import { newTemplate, type Template } from '../templates/template'

const BY_DEFAULT = ['name', 'parameter_format', 'components', 'language', 'status', 'category']
const PAGE = { usual: 25, largest: 1_000 }

const listOf = (network: GraphNetwork, accountId: string) =>
  [...network.templates.values()].filter((template) => template.accountId === accountId)

/** `POST /{account-id}/message_templates` (template-api, 2026-03): PENDING, and reviewed later. */
export function createTemplate(network: GraphNetwork, call: Call): Answer {
  const { account, token } = readAccount(network, call)
  const definition = parseDefinition(readParameters(call))
  const existing = listOf(network, account.id)
  if (existing.some(({ name, language }) => name === definition.name && language === definition.language))
    throw creationError('exists', `There is already ${definition.language} content for this template.`)
  if (existing.length >= network.settings.templatesPerAccount)
    throw creationError('limit', 'You have exceeded the maximum number of message templates.')
  const components = takeSample(network, token, definition.components)
  const template = newTemplate(network.newId(), account.id, { ...definition, components })
  network.templates.set(template.id, template)
  submitTemplate(network, template)
  return ok({ id: template.id, status: template.status, category: template.category })
}

/** `GET /{account-id}/message_templates?fields=…&limit=…&after=…&name=…&status=…&language=…&category=…` */
export function listTemplates(network: GraphNetwork, call: Call): Answer {
  const { account } = readAccount(network, call)
  const asked = (name: string) => call.query.get(name)?.toLowerCase()
  const found = listOf(network, account.id).filter(
    ({ name, status, language, category }) =>
      name.includes(asked('name') ?? asked('name_or_content') ?? '') &&
      [undefined, status.toLowerCase()].includes(asked('status')) &&
      [undefined, language.toLowerCase()].includes(asked('language')) &&
      [undefined, category.toLowerCase()].includes(asked('category')),
  )
  const from = parseCursor(call.query.get('after'))
  const limit = Math.min(
    Math.max(Number(call.query.get('limit') ?? PAGE.usual) || PAGE.usual, 1),
    PAGE.largest,
  )
  const page = found.slice(from, from + limit)
  const hasNext = from + limit < found.length
  const summary = call.query.get('summary')
  return ok({
    data: page.map((template) => pickFields(toNode(template), call.query.get('fields'), BY_DEFAULT)),
    paging: {
      cursors: { before: toCursor(from), after: toCursor(from + page.length) },
      ...(hasNext && { next: toNextUrl(network, call, from + limit) }),
    },
    ...(summary !== null && { summary: summarize(network, account.id, found) }),
  })
}

/* `summary=total_count,…` (docs/graph-api/reference/whats-app-business-account/message_templates, 2025-06). */
function summarize(network: GraphNetwork, accountId: string, found: Template[]): Json {
  return {
    total_count: found.length,
    message_template_count: listOf(network, accountId).length,
    message_template_limit: network.settings.templatesPerAccount,
    are_translations_complete: false,
  }
}

const toCursor = (position: number): string => Buffer.from(`at:${position}`).toString('base64url')

function parseCursor(cursor: string | null): number {
  const position = /^at:(\d{1,6})$/.exec(Buffer.from(cursor ?? '', 'base64url').toString())?.[1]
  return Number(position ?? 0)
}

function toNextUrl(network: GraphNetwork, call: Call, from: number): string {
  const url = new URL(`/v${network.settings.versions.newest}.0/${call.path.join('/')}`, network.origin)
  call.query.forEach((value, name) => url.searchParams.set(name, value))
  url.searchParams.set('after', toCursor(from))
  return url.href
}

/** `GET /{template-id}` */
export function getTemplate(network: GraphNetwork, call: Call): Answer {
  return ok(pickFields(toNode(readTemplate(network, call)), call.query.get('fields'), BY_DEFAULT))
}

/** `POST /{template-id}`: replaces category or components and asks for a new review. */
export function editTemplate(network: GraphNetwork, call: Call): Answer {
  const template = readTemplate(network, call)
  const edit = parseEdit(readParameters(call), template)
  requireEditable(template, edit, network.nowMs())
  if (edit.components) edit.components = takeSample(network, readToken(network, call), edit.components)
  if (template.status === 'APPROVED') template.editedAtMs.push(network.nowMs())
  Object.assign(template, edit)
  submitTemplate(network, template)
  return ok({ success: true })
}

/** `POST /{template-id}/unpause` (template-pausing, 2025-11) */
export function unpause(network: GraphNetwork, call: Call): Answer {
  const template = readTemplate(network, call)
  if (template.status === 'PAUSED') unpauseTemplate(network, template)
  return ok({ success: true })
}

/** `DELETE /{account-id}/message_templates?name=…&hsm_id=…`: all languages of the name, or the one of the id. */
export function deleteTemplates(network: GraphNetwork, call: Call): Answer {
  const { account } = readAccount(network, call)
  const name = call.query.get('name')
  const id = call.query.get('hsm_id')
  const found = listOf(network, account.id).filter(
    (template) => template.name === name && (id === null || template.id === id),
  )
  if (found.length === 0) throw creationError('missing', `There is no template with the name ${name ?? ''}.`)
  for (const template of found) {
    network.templates.delete(template.id)
    setTemplateStatus(network, template, 'PENDING_DELETION', { event: 'DELETED', reason: null })
  }
  return ok({ success: true })
}

function readTemplate(network: GraphNetwork, call: Call): Template {
  const token = readToken(network, call)
  const id = call.path[0] ?? ''
  const template = network.templates.get(id)
  if (!template || !token.accountIds.includes(template.accountId)) throw unknownObject(call.method, id)
  requireScope(token, 'whatsapp_business_management')
  return template
}

function toNode(template: Template): Json {
  return {
    id: template.id,
    name: template.name,
    language: template.language,
    status: template.status,
    category: template.category,
    previous_category: template.previousCategory,
    parameter_format: template.parameterFormat,
    components: template.components,
    rejected_reason: template.rejectedReason,
    sub_category: undefined,
    message_send_ttl_seconds: undefined,
    cta_url_link_tracking_opted_out: undefined,
    library_template_name: undefined,
    correct_category: undefined,
    degrees_of_freedom_spec: undefined,
    quality_score: { score: template.quality, date: 0 },
  }
}
