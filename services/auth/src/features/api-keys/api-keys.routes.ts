import * as http from '@balcao/contracts'
import { apiKeyId } from '@balcao/contracts'
import type { HttpEdge } from '@balcao/platform'

import {
  createApiKey,
  listApiKeys,
  readCurrentApiKey,
  revokeApiKey,
  updateApiKey,
  type ApiKeyDeps,
} from './edit-api-keys'

/** Mounts `/api-keys`. */
export function apiKeysRoutes(edge: HttpEdge, deps: ApiKeyDeps): void {
  edge.route(http.listApiKeys, ({ session, query }) => listApiKeys(deps, session, query.pageNumber))
  edge.route(http.getCurrentApiKey, ({ session, apiKey }) => readCurrentApiKey(deps, session, apiKey?.id))
  edge.route(http.createApiKey, ({ session, body }) => createApiKey(deps, session, body))
  edge.route(http.updateApiKey, ({ session, params, body }) =>
    updateApiKey(deps, session, apiKeyId(params.apiKeyId), body),
  )
  edge.route(http.deleteApiKey, async ({ session, params }) => {
    await revokeApiKey(deps, session, apiKeyId(params.apiKeyId))
    return { message: 'API key revoked' }
  })
}
