import { companyId, userId } from '@balcao/contracts'
import { column, fixed, tableOf } from '@balcao/platform'

import type { PasswordMail, ResetCode } from '../../features/password-reset/password-reset.store'

/** The active code of a user. */
export const resetCodes = tableOf<ResetCode>()(
  'reset_codes',
  {
    companyId: fixed(column.int('company_id', companyId)),
    userId: fixed(column.int('user_id', userId)),
    codeHash: column.text('code_hash'),
  },
  // Compared in statements only.
  { unmapped: ['tries', 'expires_at'] },
)

/** Mails about passwords that wait. Of the installation: an e-mail that someone typed may be of no company. */
export const passwordMails = tableOf<PasswordMail>()(
  'password_mails',
  {
    id: fixed(column.uuid('id')),
    kind: fixed(column.text<PasswordMail['kind']>('kind')),
    email: fixed(column.text('email')),
    requestedAt: fixed(column.time('requested_at')),
    tries: column.int('tries'),
  },
  { unmapped: ['next_try_at'] },
)
