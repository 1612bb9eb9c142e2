import { companyId, userId } from '@balcao/contracts'
import { column, entityOf, fixed, orNull } from '@balcao/platform'

import type { EmailChange } from '../../features/email-change/email-change.store'

export interface StoredEmailChange extends EmailChange {
  /** At the code. */
  tries: number
  /** Of the code. */
  expiresAt: Date
  /** Null once the mail was sent. */
  nextMailAt: Date | null
}

/** E-mails that wait for their code. */
export const emailChanges = entityOf<StoredEmailChange>()(
  'email_changes',
  {
    companyId: fixed(column.int('company_id', companyId)),
    userId: fixed(column.int('user_id', userId)),
    email: column.text('email'),
    kind: column.text<EmailChange['kind']>('kind'),
    requestedAt: column.time('requested_at'),
    codeHash: orNull(column.text('code_hash')),
    mailTries: column.int('mail_tries'),
    tries: column.int('tries'),
    expiresAt: column.time('expires_at'),
    nextMailAt: orNull(column.time('next_mail_at')),
  },
  { primary: ['userId'] },
)
