import type { ApiKeyId, CompanyId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, insertRow, IsNull, lockRow, saveRow, sql } from '@balcao/platform'

import type { ApiKey, ApiKeyStore, NewApiKey } from '../../features/api-keys/api-key.store'
import { apiKeys } from './api-key-table'
import { repositoryOf } from './tables'

export class PgApiKeyStore implements ApiKeyStore {
  list(tx: Tx, companyId: CompanyId): Promise<ApiKey[]> {
    return repositoryOf(tx, apiKeys).find({
      where: { companyId, revokedAt: IsNull() },
      order: { id: 'DESC' },
    })
  }

  async lockCompany(tx: Tx, companyId: CompanyId): Promise<void> {
    await execute(
      tx,
      sql`SELECT pg_advisory_xact_lock(hashtextextended('api keys ' || ${String(companyId)}, 0))`,
    )
  }

  lock(tx: Tx, companyId: CompanyId, id: ApiKeyId): Promise<ApiKey | undefined> {
    return lockRow(repositoryOf(tx, apiKeys), { companyId, id, revokedAt: IsNull() })
  }

  insert(tx: Tx, key: NewApiKey): Promise<ApiKey> {
    return insertRow(repositoryOf(tx, apiKeys), key)
  }

  async save(tx: Tx, key: ApiKey): Promise<void> {
    await saveRow(repositoryOf(tx, apiKeys), { companyId: key.companyId, id: key.id }, key)
  }
}
