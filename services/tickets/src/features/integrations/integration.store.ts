import type { CompanyId, QueueIntegrationId, QueueIntegrationSort } from '@balcao/contracts'
import type { Counted, Slice, Tx } from '@balcao/kernel'

import type { Integration } from './integration'

export type { Integration }
export { integrationKey } from './integration'

/** Integrations of a company. Rows of another company are not found. */
export interface IntegrationStore {
  /** @throws {AppError} ERR_DIALOG_NAME_ALREADY_EXISTS */
  insert(tx: Tx, integration: Omit<Integration, 'id'>): Promise<Integration>
  find(tx: Tx, companyId: CompanyId, id: QueueIntegrationId): Promise<Integration | undefined>
  lock(tx: Tx, companyId: CompanyId, id: QueueIntegrationId): Promise<Integration | undefined>
  /** @throws {AppError} ERR_DIALOG_NAME_ALREADY_EXISTS */
  save(tx: Tx, integration: Integration): Promise<void>
  delete(tx: Tx, companyId: CompanyId, id: QueueIntegrationId): Promise<boolean>
  /** Newest first unless sorted; `search` is a part of the name, without accents and case. */
  page(
    tx: Tx,
    companyId: CompanyId,
    search: string,
    slice: Slice<QueueIntegrationSort>,
  ): Promise<Counted<Integration>>
}
