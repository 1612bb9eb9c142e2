import { apiKeyRoutes } from './api-keys.routes'
import { endpoint } from './endpoint'
import {
  array,
  idField,
  idText,
  ignored,
  instantText,
  literals,
  object,
  pageNumber,
  string,
  text,
} from './fields'
import { allScopes } from './scopes'

const fields = {
  name: text(100).trim(),
  scopes: array(string().strict(true).oneOf(allScopes).required()).max(allScopes.length),
  queueIds: array(idField().required()).max(200),
  networks: array(text(50).trim().required()).max(50),
  expiresAt: instantText().nullable(),
}

export const apiKeyBody = object({
  name: fields.name.required(literals.required),
  scopes: fields.scopes.min(1, literals.required).required(literals.required),
  queueIds: fields.queueIds.default([]),
  networks: fields.networks.default([]),
  expiresAt: fields.expiresAt.default(null),
})

/** Absent fields stay as they are. */
export const apiKeyPatchBody = object({
  name: fields.name.min(1, literals.required),
  scopes: fields.scopes.min(1, literals.required),
  queueIds: fields.queueIds,
  networks: fields.networks,
  expiresAt: fields.expiresAt,
  id: ignored(),
  prefix: ignored(),
  user: ignored(),
  lastUsedAt: ignored(),
  createdAt: ignored(),
})

const checks = { access: 'admin', plan: 'useExternalApi', tag: 'api-keys' } as const
const params = object({ apiKeyId: idText().required() })

export const listApiKeysQuery = object({ pageNumber: pageNumber() })

export const listApiKeys = endpoint(apiKeyRoutes.listApiKeys, {
  ...checks,
  query: listApiKeysQuery,
  summary: 'The API keys of the company that are not revoked, newest first, 20 a page.',
})

export const getCurrentApiKey = endpoint(apiKeyRoutes.getCurrentApiKey, {
  access: 'user',
  apiKey: 'any',
  tag: 'api-keys',
  summary: 'The API key that calls: its scopes, queues, networks and end. A session is no key and gets 404.',
  errors: ['ERR_NO_API_KEY_FOUND'],
})

export const createApiKey = endpoint(apiKeyRoutes.createApiKey, {
  ...checks,
  body: apiKeyBody,
  summary:
    'A new API key: `key` is in this answer and never again. It acts as its maker with these scopes, in these queues, from these networks.',
  errors: ['ERR_QUEUE_NOT_FOUND', 'ERR_API_KEY_LIMIT'],
})

export const updateApiKey = endpoint(apiKeyRoutes.updateApiKey, {
  ...checks,
  params,
  body: apiKeyPatchBody,
  summary: 'Changes an API key; absent fields stay, the key itself does too.',
  errors: ['ERR_NO_API_KEY_FOUND', 'ERR_QUEUE_NOT_FOUND'],
})

export const deleteApiKey = endpoint(apiKeyRoutes.deleteApiKey, {
  ...checks,
  params,
  summary: 'Revokes an API key; every service refuses it at once.',
  errors: ['ERR_NO_API_KEY_FOUND'],
})
