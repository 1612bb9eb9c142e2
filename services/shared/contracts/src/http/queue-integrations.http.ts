import { endpoint } from './endpoint'
import {
  boolean,
  idField,
  idText,
  ignored,
  literals,
  number,
  object,
  pageNumber,
  searchParam,
  sortText,
  text,
} from './fields'
import {
  integrationLanguages,
  integrationTypes,
  queueIntegrationRoutes,
  queueIntegrationSorts,
} from './queue-integrations.routes'

const MAX_MINUTES = 43_200
const MAX_DELAY_MS = 60_000

const fields = {
  type: text(20).oneOf(integrationTypes),
  name: text(50).trim().min(2, literals.short),
  projectName: text(100).trim(),
  /** The service account's key file. SECRET_MASK leaves the stored one. */
  jsonContent: text(20_000),
  language: text(10).oneOf(integrationLanguages),
  urlN8N: text(2_000).trim(),
  typebotSlug: text(200).trim(),
  typebotExpires: number().strict(true).integer().min(0).max(MAX_MINUTES),
  typebotDelayMessage: number().strict(true).integer().min(0).max(MAX_DELAY_MS),
  typebotKeywordFinish: text(100).trim(),
  typebotKeywordRestart: text(100).trim(),
  typebotUnknownMessage: text(4_000),
  typebotRestartMessage: text(4_000),
}

const read = { id: ignored(), companyId: ignored(), createdAt: ignored(), updatedAt: ignored() }

export const queueIntegrationBody = object({
  ...read,
  type: fields.type.required(literals.required),
  name: fields.name.required(literals.required),
  projectName: fields.projectName.default(''),
  jsonContent: fields.jsonContent.default(''),
  language: fields.language.default('pt-BR'),
  urlN8N: fields.urlN8N.default(''),
  typebotSlug: fields.typebotSlug.default(''),
  typebotExpires: fields.typebotExpires.default(1),
  typebotDelayMessage: fields.typebotDelayMessage.default(1_000),
  typebotKeywordFinish: fields.typebotKeywordFinish.default(''),
  typebotKeywordRestart: fields.typebotKeywordRestart.default(''),
  typebotUnknownMessage: fields.typebotUnknownMessage.default(''),
  typebotRestartMessage: fields.typebotRestartMessage.default(''),
})

/** Absent fields stay as they are. `renewsSecret`: a new signing secret, answered once. */
export const queueIntegrationPatchBody = object({
  ...read,
  ...fields,
  renewsSecret: boolean().strict(true),
})

const params = object({ integrationId: idText().required() })

const checks = { access: 'admin', plan: 'useIntegrations', tag: 'queue-integrations' } as const

export const listQueueIntegrationsQuery = object({
  searchParam: searchParam(),
  pageNumber: pageNumber(),
  sort: sortText(queueIntegrationSorts).optional(),
})

export const listQueueIntegrations = endpoint(queueIntegrationRoutes.listQueueIntegrations, {
  ...checks,
  rate: 'search',
  query: listQueueIntegrationsQuery,
  summary: 'Integrations, newest first or as `sort` says, 20 a page; `searchParam` matches the name.',
})

export const getQueueIntegration = endpoint(queueIntegrationRoutes.getQueueIntegration, {
  ...checks,
  params,
  summary: 'One integration, without its secrets.',
  errors: ['ERR_NO_DIALOG_FOUND'],
})

export const createQueueIntegration = endpoint(queueIntegrationRoutes.createQueueIntegration, {
  ...checks,
  body: queueIntegrationBody,
  summary:
    'A new integration. n8n and webhooks get a signing secret, answered here only: `balcao-signature` is `t={seconds},v1={hex HMAC-SHA256 of "{t}.{body}"}`.',
  errors: ['ERR_DIALOG_NAME_ALREADY_EXISTS', 'ERR_URL_NOT_ALLOWED'],
})

export const updateQueueIntegration = endpoint(queueIntegrationRoutes.updateQueueIntegration, {
  ...checks,
  params,
  body: queueIntegrationPatchBody,
  summary: 'Changes an integration; absent fields stay.',
  errors: ['ERR_NO_DIALOG_FOUND', 'ERR_DIALOG_NAME_ALREADY_EXISTS', 'ERR_URL_NOT_ALLOWED'],
})

export const deleteQueueIntegration = endpoint(queueIntegrationRoutes.deleteQueueIntegration, {
  ...checks,
  params,
  summary: 'Deletes an integration; queues lose it, and its conversations wait for a person.',
  errors: ['ERR_NO_DIALOG_FOUND'],
})

export const testSessionBody = object({
  /** With SECRET_MASK as `jsonContent`: whose stored key file is tried. */
  integrationId: idField(),
  projectName: fields.projectName.min(2, literals.short).required(literals.required),
  jsonContent: fields.jsonContent.required(literals.required),
  language: fields.language.required(literals.required),
})

export const testSession = endpoint(queueIntegrationRoutes.testSession, {
  ...checks,
  rate: 'integration-test',
  body: testSessionBody,
  summary: 'Says hello to a Dialogflow agent and answers what it replies.',
  errors: ['ERR_TEST_SESSION_DIALOG', 'ERR_TEST_REPLY_DIALOG', 'ERR_NO_DIALOG_FOUND'],
})
