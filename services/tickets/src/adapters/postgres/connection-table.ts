import { companyId, connectionId, queueId, type CompanyId } from '@balcao/contracts'
import { column, fixed, tableOf } from '@balcao/platform'

import type { Connection } from '../../features/connections/connection.store'

export const connections = tableOf<Connection & { companyId: CompanyId }>()(
  'connections',
  {
    companyId: fixed(column.int('company_id', companyId)),
    id: fixed(column.int('id', connectionId)),
    name: column.text('name'),
    status: column.text('status'),
    isDefault: column.bool('is_default'),
    queueIds: column.ints('queue_ids', queueId),
    rules: column.jsonb('rules'),
    changedAt: column.time('changed_at'),
  },
  // Deleted connections keep their row, which old tickets name; queries leave them out.
  { primary: ['companyId', 'id'], unmapped: ['deleted'] },
)
