import { deskEvent, orderingKeys } from '@balcao/contracts/wire'
import { AppError, isSubscriptionOver, type Tx } from '@balcao/kernel'

import type { Company } from '../companies'
import { listVisibleSettings } from '../settings'
import { normalizeEmail, type LoginCandidate, type User } from '../users'
import { replaceSessions } from './replace-sessions'
import type { OpenedSession, SessionDeps } from './session-deps'

/**
 * Whether the due date refuses the login. Administrators are exempt, who have to pay: past it their session reaches the routes with
 * `pastDue` and nothing else. Super users are exempt: one of them may have to move it.
 */
export const isLockedOut = (user: User, company: Company, now: Date): boolean =>
  !user.super && user.profile !== 'admin' && isSubscriptionOver(company.dueAt, now)

/* Platform scope: an e-mail is unique over all companies, and the request does not name one. */
const findByEmail = (deps: SessionDeps, email: string): Promise<LoginCandidate | undefined> =>
  deps.db.asPlatform((tx) => deps.users.findCandidate(tx, normalizeEmail(email)))

async function openSession(deps: SessionDeps, tx: Tx, found: LoginCandidate): Promise<OpenedSession> {
  const { companyId, id: userId } = found.user
  // Sent together, so that a log-in waits for Postgres once: what is replaced is rolled back when the lock finds another password.
  const replacing = replaceSessions(deps, tx, companyId, userId)
  const reading = deps.settings.read(tx, companyId)
  for (const work of [replacing, reading]) work.catch(() => undefined)
  const locked = await deps.users.lockCredentials(tx, companyId, userId)
  // The password or the account was changed while we hashed.
  if (!locked?.user.active || locked.passwordHash !== found.passwordHash)
    throw new AppError('ERR_INVALID_CREDENTIALS')
  const { user, refreshSecret } = await replacing
  const takenOver = { userId, email: user.email, tokenVersion: user.tokenVersion }
  await deps.events.append(tx, [
    deskEvent(deps, orderingKeys.user(companyId, userId), 'sessionTakenOver', takenOver),
  ])
  return {
    user,
    company: found.company,
    settings: listVisibleSettings(await reading, 'agent'),
    refreshSecret,
  }
}

/**
 * Opens a session and ends every other one of the user. Not idempotent.
 * Unknown e-mail, wrong password and deactivated account take the same time and get the same answer.
 * @param asked `isUrgent` goes first in the queue for hashing.
 * @throws {AppError} ERR_INVALID_CREDENTIALS; ERR_SUBSCRIPTION_EXPIRED, only once the password was right;
 *   ERR_TOO_MANY_REQUESTS
 */
export async function logIn(
  deps: SessionDeps,
  asked: { email: string; password: string; isUrgent?: boolean },
): Promise<OpenedSession> {
  const found = await findByEmail(deps, asked.email)
  const isRight = await deps.passwords.verify(asked.password, found?.passwordHash, {
    isUrgent: asked.isUrgent ?? false,
  })
  const who = found && { companyId: found.user.companyId, userId: found.user.id }
  if (!found || !who || !isRight || !found.user.active || !found.company.active) {
    deps.signals.loginRefused('credentials', who)
    throw new AppError('ERR_INVALID_CREDENTIALS')
  }
  if (isLockedOut(found.user, found.company, deps.clock.now())) {
    deps.signals.loginRefused('past-due', who)
    throw new AppError('ERR_SUBSCRIPTION_EXPIRED', { dueAt: found.company.dueAt })
  }
  const opened = await deps.db.withTenant(who.companyId, (tx) => openSession(deps, tx, found))
  deps.signals.loggedIn(who)
  return opened
}
