import { companyId, connectionId, type CompanyId, type ConnectionId } from '@balcao/contracts'
import { column, entityOf } from '@balcao/platform'

import type { AddressBookEntry } from '../../features/address-book/address-book.store'

interface StoredEntry extends AddressBookEntry {
  companyId: CompanyId
  connectionId: ConnectionId
  updatedAt: Date
}

export const addressBook = entityOf<StoredEntry>()(
  'address_book',
  {
    companyId: column.int('company_id', companyId),
    connectionId: column.int('connection_id', connectionId),
    number: column.text('number'),
    name: column.text('name'),
    updatedAt: column.time('updated_at'),
  },
  { primary: ['companyId', 'connectionId', 'number'] },
)
