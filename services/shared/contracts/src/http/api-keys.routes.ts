import type { apiKeyBody, apiKeyPatchBody, listApiKeysQuery } from './api-keys.http'
import { route, type Sent } from './route'
import type { Scope } from './scopes'

/** Every API key begins with it. */
export const API_KEY_PREFIX = 'balcao_'

/** What a company has at most, revoked ones not counted. */
export const MOST_API_KEYS = 50

export interface ApiKeyView {
  id: number
  name: string
  /** How the key begins, to recognise it by. */
  prefix: string
  scopes: Scope[]
  /** Empty: all that its maker sees. */
  queueIds: number[]
  /** Addresses and CIDR networks; empty: any. */
  networks: string[]
  /** The maker, whose rights the key never exceeds. */
  user: { id: number; name: string }
  expiresAt: string | null
  lastUsedAt: string | null
  createdAt: string
}

export const apiKeyRoutes = {
  listApiKeys: route('get', '/api-keys').with<{
    query: Sent<typeof listApiKeysQuery>
    answer: { apiKeys: ApiKeyView[]; count: number; hasMore: boolean }
  }>(),
  /** Of the key that calls; none for a user's session. */
  getCurrentApiKey: route('get', '/api-keys/current').with<{ answer: ApiKeyView }>(),
  createApiKey: route('post', '/api-keys').with<{
    body: Sent<typeof apiKeyBody>
    /** `key` is answered here and never again. */
    answer: ApiKeyView & { key: string }
  }>(),
  updateApiKey: route('put', '/api-keys/:apiKeyId').with<{
    body: Sent<typeof apiKeyPatchBody>
    answer: ApiKeyView
  }>(),
  deleteApiKey: route('delete', '/api-keys/:apiKeyId').with<{ answer: { message: string } }>(),
}
