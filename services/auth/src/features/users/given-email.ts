import type { CompanyId, UserId, UserView } from '@balcao/contracts'
import { AppError, type Session, type Tx } from '@balcao/kernel'

import { readUser, type ReadUsersDeps } from './read-users'
import type { User } from './user'

export interface GivenEmailDeps extends ReadUsersDeps {
  /** Whether mail is sent here: then an e-mail counts once a code mailed to it was typed. */
  confirmsEmails: boolean
  /** Queues the mail with that code. Not taken: other accounts may have the e-mail, or wait for it. `own`: asked for by the user. */
  requestEmail(tx: Tx, user: User, email: string, kind: 'own' | 'given'): Promise<void>
}

/**
 * The user as an administrator's change saves it: an e-mail that somebody has to confirm does not count yet, and its code is queued. A
 * confirmed user keeps the e-mail until then; an invited one, who has no other, is shown with the new one.
 * @throws {AppError} ERR_EMAIL_ALREADY_EXISTS when a colleague has it
 */
export async function giveEmail(
  deps: GivenEmailDeps,
  tx: Tx,
  user: User,
  wanted: User,
): Promise<{ next: User; pendingEmail?: string }> {
  // Without mail nothing can be confirmed: an invitation from before counts with the next change.
  if (!deps.confirmsEmails) return { next: { ...wanted, emailConfirmed: true } }
  const { email } = wanted
  if (email === user.email) return { next: wanted }
  if (await deps.users.hasEmail(tx, user.companyId, email)) throw new AppError('ERR_EMAIL_ALREADY_EXISTS')
  await deps.requestEmail(tx, user, email, 'given')
  const next = user.emailConfirmed ? { ...wanted, email: user.email } : wanted
  return { next, pendingEmail: email }
}

/**
 * Mails the code for the e-mail that a user of the company waits with once more; the code before is void. Does nothing where none waits.
 * @throws {AppError} ERR_NO_USER_FOUND, ERR_NO_SUPER
 */
export async function inviteUser(deps: GivenEmailDeps, session: Session, userId: UserId): Promise<UserView> {
  const { companyId } = session
  const pending = await deps.pendingEmails(companyId, [userId])
  await deps.db.withTenant(companyId, async (tx) => {
    const user = (await deps.users.lockCredentials(tx, companyId, userId))?.user
    if (!user) throw new AppError('ERR_NO_USER_FOUND')
    if (user.super && !session.super) throw new AppError('ERR_NO_SUPER')
    const email = user.emailConfirmed ? pending.get(userId) : user.email
    if (deps.confirmsEmails && email !== undefined) await deps.requestEmail(tx, user, email, 'given')
  })
  return readUser(deps, companyId, userId)
}

export type PendingEmails = (companyId: CompanyId, users: readonly UserId[]) => Promise<Map<UserId, string>>
