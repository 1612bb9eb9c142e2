import { companyId, userId } from '@balcao/contracts'
import { column, entityOf, fixed, generated, orNull } from '@balcao/platform'

import type { ContactExport } from '../../features/imports/contact-export.store'

export const contactExports = entityOf<ContactExport>()('contact_exports', {
  id: generated(column.bigint('id')),
  companyId: fixed(column.int('company_id', companyId)),
  userId: fixed(column.int('user_id', userId)),
  userName: fixed(column.text('user_name')),
  exportedAt: fixed(column.time('exported_at')),
  contacts: orNull(column.int('contacts')),
})
