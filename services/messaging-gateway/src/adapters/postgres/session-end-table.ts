import { companyId, connectionId, type CompanyId } from '@balcao/contracts'
import { column, fixed, tableOf } from '@balcao/platform'

import type { SessionEnded } from '../../features/sessions/session-ends.store'

export const sessionEnds = tableOf<SessionEnded & { companyId: CompanyId }>()(
  'session_ends',
  {
    companyId: fixed(column.int('company_id', companyId)),
    connectionId: fixed(column.int('connection_id', connectionId)),
    reason: fixed(column.text('reason')),
    at: fixed(column.time('ended_at')),
  },
  { unmapped: ['id'] },
)
