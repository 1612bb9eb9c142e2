import type { ApiKeyId, CompanyId } from '@balcao/contracts'
import type { Database } from '@balcao/kernel'

import type { ApiKeyStore } from './api-key.store'

/** Keeps when a key was used; an earlier time than the known one, and a revoked key, change nothing. */
export const reportApiKeyUse = (
  { db, apiKeys }: { db: Database; apiKeys: ApiKeyStore },
  companyId: CompanyId,
  id: ApiKeyId,
  usedAt: Date,
): Promise<void> =>
  db.withTenant(companyId, async (tx) => {
    const key = await apiKeys.lock(tx, companyId, id)
    if (key && (key.lastUsedAt === null || key.lastUsedAt < usedAt))
      await apiKeys.save(tx, { ...key, lastUsedAt: usedAt })
  })
