import { companyId, connectionId, type CompanyId, type ConnectionId } from '@balcao/contracts'
import { column, fixed, generated, tableOf } from '@balcao/platform'

import type { ReadMark } from '../../features/outbound/read-mark.store'

interface StoredReadMark extends ReadMark {
  companyId: CompanyId
  connectionId: ConnectionId
}

export const readMarks = tableOf<StoredReadMark>()(
  'read_marks',
  {
    id: generated(column.bigint('id')),
    companyId: fixed(column.int('company_id', companyId)),
    connectionId: fixed(column.int('connection_id', connectionId)),
    remoteJid: fixed(column.text('remote_jid')),
    participant: fixed(column.text('participant')),
    waIds: fixed(column.texts('wa_ids')),
  },
  { unmapped: ['created_at'] },
)
