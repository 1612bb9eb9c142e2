import type { QueueIntegrationSort } from '@balcao/contracts'
import type { SearchedRecordStore } from '@balcao/kernel'

import type { Integration } from './integration'

export type { Integration }
export { integrationKey } from './integration'

/**
 * Integrations of a company, newest first unless sorted.
 * @throws {AppError} ERR_DIALOG_NAME_ALREADY_EXISTS
 */
export type IntegrationStore = SearchedRecordStore<Integration, QueueIntegrationSort>
