import { apiKeyId, companyId, queueId, userId } from '@balcao/contracts'
import { column, entityOf, fixed, generated, orNull } from '@balcao/platform'

import type { ApiKey } from '../../features/api-keys/api-key.store'

export const apiKeys = entityOf<ApiKey>()('api_keys', {
  id: generated(column.int('id', apiKeyId)),
  companyId: fixed(column.int('company_id', companyId)),
  userId: fixed(column.int('user_id', userId)),
  name: column.text('name'),
  prefix: fixed(column.text('prefix')),
  hash: fixed(column.text('hash')),
  scopes: column.texts('scopes'),
  queueIds: column.ints('queue_ids', queueId),
  networks: column.texts('networks'),
  expiresAt: orNull(column.time('expires_at')),
  lastUsedAt: orNull(column.time('last_used_at')),
  revokedAt: orNull(column.time('revoked_at')),
  createdAt: fixed(column.time('created_at')),
  revision: column.int('revision'),
})
