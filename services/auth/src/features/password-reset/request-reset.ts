import type { ForgotPasswordAnswer } from '@balcao/contracts'
import { doubledMs, MINUTE, type Clock, type Database, type Ids } from '@balcao/kernel'

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

/* A mail that is asked for once more from the same network comes later, and not never: others must not keep it from the owner. */
const REPEATED = { firstMs: MINUTE, longestMs: 15 * MINUTE }

/**
 * Queues the mail with a code. Known and unknown e-mails cost the same insert and get the same answer: a job looks the account
 * up and mails. Repeats before the mail has gone are one mail, at the earliest time of any of them.
 * @param excess requests of this account over the limit of the caller's network: the mail waits 1, 2, 4 … 15 minutes.
 */
export async function requestReset(
  deps: RequestResetDeps,
  typedEmail: string,
  excess: number,
): Promise<ForgotPasswordAnswer> {
  const email = normalizeEmail(typedEmail)
  deps.onRequested()
  if (deps.revealsUnknown && !(await isKnown(deps, email))) return { status: 404 }
  const now = deps.clock.now()
  const mail = { id: deps.ids.next(), kind: 'code', email, requestedAt: now } as const
  const sendAt = new Date(now.getTime() + (excess > 0 ? doubledMs(excess, REPEATED) : 0))
  // Platform scope: the table is of the installation, and the e-mail may be of no company.
  await deps.db.asPlatform((tx) => deps.resets.enqueueMail(tx, mail, sendAt))
  return { status: 200 }
}
