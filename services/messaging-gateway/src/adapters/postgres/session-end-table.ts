import { companyId, connectionId, type CompanyId } from '@balcao/contracts'
import { column, entityOf, fixed, generated } from '@balcao/platform'

import type { SessionEnded } from '../../features/sessions/session-ends.store'

interface StoredEnd extends SessionEnded {
  id: number
  companyId: CompanyId
}

export const sessionEnds = entityOf<StoredEnd>()('session_ends', {
  id: generated(column.bigint('id')),
  companyId: fixed(column.int('company_id', companyId)),
  connectionId: fixed(column.int('connection_id', connectionId)),
  reason: fixed(column.text('reason')),
  at: fixed(column.time('ended_at')),
})
