import { companyId, connectionId, type CompanyId } from '@balcao/contracts'
import { column, entityOf, fixed, generated } from '@balcao/platform'

import type { SessionTroubled } from '../../features/sessions/session-troubles.store'

interface StoredTrouble extends SessionTroubled {
  id: number
  companyId: CompanyId
}

export const sessionTroubles = entityOf<StoredTrouble>()('session_troubles', {
  id: generated(column.bigint('id')),
  companyId: fixed(column.int('company_id', companyId)),
  connectionId: fixed(column.int('connection_id', connectionId)),
  kind: fixed(column.text('kind')),
  at: fixed(column.time('happened_at')),
})
