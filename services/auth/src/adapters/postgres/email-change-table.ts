import { companyId, userId } from '@balcao/contracts'
import { column, fixed, orNull, tableOf } from '@balcao/platform'

import type { EmailChange } from '../../features/email-change/email-change.store'

/** New e-mails that wait for their code. */
export const emailChanges = tableOf<EmailChange>()(
  'email_changes',
  {
    companyId: fixed(column.int('company_id', companyId)),
    userId: fixed(column.int('user_id', userId)),
    email: column.text('email'),
    requestedAt: column.time('requested_at'),
    codeHash: orNull(column.text('code_hash')),
    mailTries: column.int('mail_tries'),
  },
  // Compared in statements only.
  { primary: ['userId'], unmapped: ['tries', 'expires_at', 'next_mail_at'] },
)
