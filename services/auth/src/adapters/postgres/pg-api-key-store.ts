import type { ApiKeyId, CompanyId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { insertRow, IsNull, lockName, lockRow, saveRow } from '@balcao/platform'

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

  lockCompany(tx: Tx, companyId: CompanyId): void {
    lockName(tx, 'api keys', companyId)
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
