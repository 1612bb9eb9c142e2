import type { CompanyId, UserId } from '@balcao/contracts'
import { AppError, type Clock, type Database, type Ids, type Pause, type Tx } from '@balcao/kernel'

import {
  assertStrongPassword,
  normalizeEmail,
  type CommonPasswords,
  type LoginCandidate,
  type Passwords,
  type UserStore,
} from '../users'
import type { PasswordResetStore, ResetCode } from './password-reset.store'
import { normalizeResetCode, type ResetCodeHashes } from './reset-code'

export interface ResetPasswordDeps {
  db: Database
  users: UserStore
  resets: PasswordResetStore
  hashes: ResetCodeHashes
  passwords: Passwords
  commonPasswords: CommonPasswords
  ids: Ids
  clock: Clock
  pause: Pause
  /** Ends every session of the user. The user's row must be locked. */
  endSessions(tx: Tx, companyId: CompanyId, userId: UserId): Promise<void>
  onReset(who: { companyId: CompanyId; userId: UserId }): void
  onRefused(): void
}

export interface PasswordReset {
  email: string
  /** The code as it was typed. */
  token: string
  password: string
}

/* Longer than hashing and writing take, so that the response time does not tell a wrong code from an unknown e-mail. */
const CONSTANT_TIME_MS = 500

const refused = () => new AppError('ERR_RESET_CODE_INVALID')

async function requireCode(
  deps: ResetPasswordDeps,
  email: string,
  token: string,
): Promise<{ code: ResetCode; owner: LoginCandidate }> {
  const typed = deps.hashes.hash(email, normalizeResetCode(token))
  // Platform scope: the caller does not name a company.
  const [code, owner] = await deps.db.asPlatform(async (tx) => [
    await deps.resets.findCode(tx, email, typed, deps.clock.now()),
    await deps.users.findCandidate(tx, email),
  ])
  if (!code || !owner?.company.active) throw refused()
  return { code, owner }
}

async function replacePassword(
  deps: ResetPasswordDeps,
  tx: Tx,
  code: ResetCode,
  passwordHash: string,
): Promise<void> {
  const { companyId, userId } = code
  const locked = await deps.users.lockCredentials(tx, companyId, userId)
  if (!locked?.user.active || !(await deps.resets.consume(tx, code))) throw refused()
  const now = deps.clock.now()
  const user = await deps.users.save(tx, locked.user, passwordHash, now)
  await deps.endSessions(tx, companyId, userId)
  const mail = { id: deps.ids.next(), kind: 'changed', email: user.email, requestedAt: now } as const
  await deps.resets.enqueueMail(tx, mail)
}

async function resetOnce(deps: ResetPasswordDeps, asked: PasswordReset): Promise<void> {
  const email = normalizeEmail(asked.email)
  const { code, owner } = await requireCode(deps, email, asked.token)
  const names = [owner.user.name, owner.company.name]
  assertStrongPassword(asked.password, { email, names }, deps.commonPasswords)
  const passwordHash = await deps.passwords.hash(asked.password)
  await deps.db.withTenant(code.companyId, (tx) => replacePassword(deps, tx, code, passwordHash))
  deps.onReset(code)
}

/**
 * Sets a new password with a mailed code, ends the user's sessions and mails the owner. A repeat with the same code is refused.
 * A wrong, used or expired code and an unknown e-mail get one answer after the same time.
 * @throws {AppError} ERR_RESET_CODE_INVALID; ERR_WEAK_PASSWORD, with which the code stays good
 */
export async function resetPassword(deps: ResetPasswordDeps, asked: PasswordReset): Promise<void> {
  const constantTime = deps.pause(CONSTANT_TIME_MS)
  try {
    await resetOnce(deps, asked)
  } catch (error) {
    if (error instanceof AppError && error.code === 'ERR_RESET_CODE_INVALID') deps.onRefused()
    throw error
  } finally {
    await constantTime
  }
}
