import { planId } from '@balcao/contracts'
import { column, entityOf, fixed, orNull } from '@balcao/platform'

import type { PendingSignUp } from '../../features/companies/pending-sign-up.store'

export interface StoredPendingSignUp extends PendingSignUp {
  /** Null once the mail was sent. */
  nextMailAt: Date | null
}

export const pendingSignUps = entityOf<StoredPendingSignUp>()('pending_sign_ups', {
  id: fixed(column.uuid('id')),
  email: fixed(column.text('email')),
  name: fixed(column.text('name')),
  phone: fixed(column.text('phone')),
  passwordHash: fixed(column.text('password_hash')),
  planId: fixed(column.int('plan_id', planId)),
  askedAt: fixed(column.time('asked_at')),
  codeHash: orNull(column.text('code_hash')),
  mailedAt: orNull(column.time('mailed_at')),
  mailTries: column.int('mail_tries'),
  nextMailAt: orNull(column.time('next_mail_at')),
})
