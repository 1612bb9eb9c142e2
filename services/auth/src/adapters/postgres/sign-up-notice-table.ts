import { companyId, userId } from '@balcao/contracts'
import { column, tableOf } from '@balcao/platform'

import type { User } from '../../features/companies/sign-up-notice.store'

/** The owner of an e-mail that was used for a sign-up. */
export const signUpNotices = tableOf<Pick<User, 'companyId' | 'id'>>()(
  'sign_up_notices',
  {
    companyId: column.int('company_id', companyId),
    id: column.int('user_id', userId),
  },
  // Compared in statements only.
  { unmapped: ['asked_at', 'mailed_at'] },
)
