import { companyId, contactId, userId, type CompanyId, type ContactId } from '@balcao/contracts'
import { column, entityOf } from '@balcao/platform'

import type { NumberChange } from '../../features/contacts/contact.store'

interface StoredNumberChange extends NumberChange {
  companyId: CompanyId
  contactId: ContactId
}

/** The last change of each contact's number by a user. */
export const numberChanges = entityOf<StoredNumberChange>()(
  'contact_number_changes',
  {
    companyId: column.int('company_id', companyId),
    contactId: column.bigint('contact_id', contactId),
    userId: column.int('user_id', userId),
    isByAdministrator: column.bool('by_administrator'),
    changedAt: column.time('changed_at'),
  },
  { primary: ['companyId', 'contactId'] },
)
