import type { CompanyId, UserId } from '@balcao/contracts'
import type { Clock, Database, EventLog, Ids, Tx } from '@balcao/kernel'

import { normalizeResetCode, type ResetCodeHashes } from '../password-reset'
import { normalizeEmail, userChanged, type UserStore } from '../users'
import { hashGivenCode } from './email-code'
import type { EmailChange, EmailChangeStore } from './email-change.store'

export interface ConfirmGivenEmailDeps {
  db: Database
  users: UserStore
  emailChanges: EmailChangeStore
  hashes: ResetCodeHashes
  events: EventLog
  ids: Ids
  clock: Clock
  /** Queues a mail to the address that the account had. */
  mailChange(tx: Tx, kind: 'moved', email: string): Promise<void>
  onEmailConfirmed(who: { companyId: CompanyId; userId: UserId }): void
}

async function giveEmail(deps: ConfirmGivenEmailDeps, tx: Tx, change: EmailChange): Promise<boolean> {
  const { companyId, userId, email } = change
  const locked = await deps.users.lockCredentials(tx, companyId, userId)
  if (!locked || !(await deps.emailChanges.remove(tx, change))) return false
  const { user: before } = locked
  const saved = await deps.users.save(
    tx,
    { ...before, email, emailConfirmed: true },
    undefined,
    deps.clock.now(),
  )
  if (before.emailConfirmed && before.email !== email) await deps.mailChange(tx, 'moved', before.email)
  await deps.events.append(tx, [userChanged(deps, saved)])
  return true
}

/**
 * Gives a user the e-mail that an administrator named, for the code that was mailed to it: the first company whose code is typed has it.
 * An invited user may log in from then on, with the password that the administrator set.
 * @returns false for a code that is wrong, used or too old
 * @throws {AppError} ERR_EMAIL_ALREADY_EXISTS when another account has it, which only its owner learns
 */
export async function confirmGivenEmail(
  deps: ConfirmGivenEmailDeps,
  asked: { email: string; code: string },
): Promise<boolean> {
  const email = normalizeEmail(asked.email)
  const now = deps.clock.now()
  const codeHash = hashGivenCode(deps.hashes, email, normalizeResetCode(asked.code))
  // Platform scope: the caller does not name a company.
  const change = await deps.db.asPlatform((tx) => deps.emailChanges.findGiven(tx, email, codeHash, now))
  if (!change) return false
  const isDone = await deps.db.withTenant(change.companyId, (tx) => giveEmail(deps, tx, change))
  if (isDone) deps.onEmailConfirmed(change)
  return isDone
}
