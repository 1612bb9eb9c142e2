import type { ApiKeyId, CompanyId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

import type { ApiKey, NewApiKey } from './api-key'

export type { ApiKey, NewApiKey } from './api-key'

/** Keys that are not revoked. */
export interface ApiKeyStore {
  /** Newest first. */
  list(tx: Tx, companyId: CompanyId): Promise<ApiKey[]>
  /** Two that are made at once wait for each other. */
  lockCompany(tx: Tx, companyId: CompanyId): void
  lock(tx: Tx, companyId: CompanyId, id: ApiKeyId): Promise<ApiKey | undefined>
  insert(tx: Tx, key: NewApiKey): Promise<ApiKey>
  save(tx: Tx, key: ApiKey): Promise<void>
}
