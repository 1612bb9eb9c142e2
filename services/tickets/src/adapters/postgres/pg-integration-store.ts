import type { queueIntegrationSorts } from '@balcao/contracts'
import { PgSearchedRecordStore } from '@balcao/platform'

import type { Integration, IntegrationStore } from '../../features/integrations/integration.store'
import { queueIntegrations } from './integration-table'
import { repositoryOf } from './tables'

export class PgIntegrationStore
  extends PgSearchedRecordStore<Integration, (typeof queueIntegrationSorts)[number]>
  implements IntegrationStore
{
  constructor() {
    super(
      repositoryOf,
      queueIntegrations,
      { columns: { id: 'r.id', type: 'r.type', name: 'r.search_text' }, own: ['r.id', 'DESC'] },
      { index: 'queue_integrations_name', error: 'ERR_DIALOG_NAME_ALREADY_EXISTS' },
    )
  }
}
