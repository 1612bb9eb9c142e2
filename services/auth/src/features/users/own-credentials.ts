import type { CompanyId, UserId } from '@balcao/contracts'
import { AppError, type Database, type Session, type Tx } from '@balcao/kernel'

import type { Passwords } from './passwords.port'
import { normalizeEmail, type User } from './user'
import type { UserPatch } from './user-patch'
import type { Credentials, UserStore } from './user.store'

/** A user's one session, under new tokens. */
export interface RenewedSession {
  user: User
  /** For the cookie; stored as a hash only. */
  refreshSecret: string
}

/** Who changes an account, with what is counted of their tries. */
export interface AccountCaller {
  session: Session
  /** Counts a request for another e-mail of the own account. @throws {AppError} ERR_TOO_MANY_REQUESTS */
  countEmailChange(): Promise<void>
  /** Delays `work`, which gives another user an e-mail, after many of them. @throws {AppError} ERR_TOO_MANY_REQUESTS */
  slowDownGiving<T>(work: () => Promise<T>): Promise<T>
  /** Delays `work` after wrong passwords of this account's sessions. @throws {AppError} ERR_TOO_MANY_REQUESTS */
  slowDownGuesses<T>(email: string, work: () => Promise<T>): Promise<T>
}

export interface OwnCredentialsDeps {
  db: Database
  users: UserStore
  passwords: Passwords
  /** The caller's session goes on under new tokens, all others end. With its event. The user is locked. */
  renewSession(tx: Tx, companyId: CompanyId, userId: UserId): Promise<RenewedSession>
}

/** Whether a patch of the caller's own account changes what they log in with. */
export const changesOwnCredentials = (session: Session, user: User, patch: UserPatch): boolean =>
  session.userId === user.id &&
  (Boolean(patch.password) || (patch.email !== undefined && normalizeEmail(patch.email) !== user.email))

/**
 * The caller's credentials, once the typed password was theirs. Hashing is slow: never inside a transaction.
 * @throws {AppError} ERR_WRONG_PASSWORD; ERR_TOO_MANY_REQUESTS
 */
export async function requireOwnPassword(
  deps: OwnCredentialsDeps,
  caller: AccountCaller,
  typed: string | undefined,
): Promise<Credentials> {
  const { companyId, userId } = caller.session
  const own = await deps.db.withTenant(companyId, (tx) => deps.users.lockCredentials(tx, companyId, userId))
  if (!own || !typed) throw new AppError('ERR_WRONG_PASSWORD')
  return caller.slowDownGuesses(own.user.email, async () => {
    if (!(await deps.passwords.verify(typed, own.passwordHash))) throw new AppError('ERR_WRONG_PASSWORD')
    return own
  })
}
