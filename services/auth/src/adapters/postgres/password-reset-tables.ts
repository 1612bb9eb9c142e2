import { companyId, userId } from '@balcao/contracts'
import { column, entityOf, fixed } from '@balcao/platform'

import type { PasswordMail, ResetCode } from '../../features/password-reset/password-reset.store'

/** The codes of users that are good until they expire. */
export const passwordCodes = entityOf<ResetCode & { expiresAt: Date }>()(
  'password_codes',
  {
    companyId: fixed(column.int('company_id', companyId)),
    userId: fixed(column.int('user_id', userId)),
    codeHash: fixed(column.text('code_hash')),
    expiresAt: fixed(column.time('expires_at')),
  },
  { primary: ['userId', 'codeHash'] },
)

/** Mails about passwords that wait. Of the installation: an e-mail that someone typed may be of no company. */
export const passwordMails = entityOf<PasswordMail & { nextTryAt: Date }>()('password_mails', {
  id: fixed(column.uuid('id')),
  kind: fixed(column.text<PasswordMail['kind']>('kind')),
  email: fixed(column.text('email')),
  requestedAt: fixed(column.time('requested_at')),
  tries: column.int('tries'),
  nextTryAt: column.time('next_try_at'),
})
