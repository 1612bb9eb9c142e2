import type { ForgotPasswordAnswer } from '@balcao/contracts'
import type { Clock, Database, Ids } from '@balcao/kernel'

import { normalizeEmail, type UserStore } from '../users'
import type { PasswordResetStore } from './password-reset.store'

export interface RequestResetDeps {
  db: Database
  users: UserStore
  resets: PasswordResetStore
  ids: Ids
  clock: Clock
  /** Whether callers are told that an e-mail is unknown. */
  revealsUnknown: boolean
  onRequested(): void
}

async function isKnown(deps: RequestResetDeps, email: string): Promise<boolean> {
  // Platform scope: the request does not name a company.
  const found = await deps.db.asPlatform((tx) => deps.users.findCandidate(tx, email))
  return found !== undefined && found.user.active && found.company.active
}

/**
 * Queues the mail with a code. Known and unknown e-mails cost the same insert and get the same answer: a job looks the account
 * up and mails. Repeats before the mail has gone are one mail.
 */
export async function requestReset(
  deps: RequestResetDeps,
  typedEmail: string,
): Promise<ForgotPasswordAnswer> {
  const email = normalizeEmail(typedEmail)
  deps.onRequested()
  if (deps.revealsUnknown && !(await isKnown(deps, email))) return { status: 404 }
  const mail = { id: deps.ids.next(), kind: 'code', email, requestedAt: deps.clock.now() } as const
  // Platform scope: the table is of the installation, and the e-mail may be of no company.
  await deps.db.asPlatform((tx) => deps.resets.enqueueMail(tx, mail))
  return { status: 200 }
}
