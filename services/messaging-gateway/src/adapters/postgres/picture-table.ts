import { companyId, connectionId, type CompanyId, type ConnectionId } from '@balcao/contracts'
import { column, entityOf, fixed } from '@balcao/platform'

import type { KnownPicture } from '../../features/lookups/picture.store'

interface StoredPicture extends KnownPicture {
  companyId: CompanyId
  connectionId: ConnectionId
}

export const pictures = entityOf<StoredPicture>()(
  'pictures',
  {
    companyId: fixed(column.int('company_id', companyId)),
    connectionId: fixed(column.int('connection_id', connectionId)),
    jid: fixed(column.text('jid')),
    key: column.text('key'),
    hash: column.text('hash'),
    staleKey: column.text('stale_key'),
    askedAt: column.time('asked_at'),
  },
  { primary: ['companyId', 'connectionId', 'jid'] },
)
