import { companyId, userId } from '@balcao/contracts'
import { column, entityOf, fixed, orNull } from '@balcao/platform'

import type { RefreshToken } from '../../features/sessions/refresh-token.store'

export const refreshTokens = entityOf<RefreshToken>()('refresh_tokens', {
  id: fixed(column.uuid('id')),
  companyId: fixed(column.int('company_id', companyId)),
  userId: fixed(column.int('user_id', userId)),
  familyId: fixed(column.uuid('family_id')),
  parentId: fixed(orNull(column.uuid('parent_id'))),
  tokenHash: fixed(column.text('token_hash')),
  replacedBy: orNull(column.uuid('replaced_by')),
  sealedSuccessor: orNull(column.text('sealed_successor')),
  usedAt: orNull(column.time('used_at')),
  revokedAt: orNull(column.time('revoked_at')),
  expiresAt: fixed(column.time('expires_at')),
  createdAt: fixed(column.time('created_at')),
})
