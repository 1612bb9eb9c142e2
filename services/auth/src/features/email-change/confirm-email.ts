import type { CompanyId, UserId } from '@balcao/contracts'
import { AppError, type Clock, type Database, type Session, type Tx } from '@balcao/kernel'

import { MAX_RESET_TRIES, normalizeResetCode, type ResetCodeHashes } from '../password-reset'
import { hashEmailCode } from './email-code'
import type { RenewedSession, UserStore } from '../users'
import type { EmailChange, EmailChangeStore } from './email-change.store'

export interface ConfirmEmailDeps {
  db: Database
  users: UserStore
  emailChanges: EmailChangeStore
  hashes: ResetCodeHashes
  clock: Clock
  /** Queues a mail to the address that the account had. */
  mailChange(tx: Tx, kind: 'moved', email: string): Promise<void>
  /** The caller's session goes on under new tokens, all others end. With its event. The user is locked. */
  renewSession(tx: Tx, companyId: CompanyId, userId: UserId): Promise<RenewedSession>
  onEdited(who: Session, action: 'update', userId: UserId): void
}

const refused = () => new AppError('ERR_RESET_CODE_INVALID')

/* The try is counted and committed before the code is compared: parallel guesses gain nothing. */
async function requireCode(deps: ConfirmEmailDeps, session: Session, typed: string): Promise<EmailChange> {
  const { companyId, userId } = session
  const limits = { now: deps.clock.now(), maxTries: MAX_RESET_TRIES }
  const change = await deps.db.withTenant(companyId, (tx) =>
    deps.emailChanges.countTry(tx, companyId, userId, limits),
  )
  const isRight =
    change?.codeHash != null &&
    deps.hashes.isSame(hashEmailCode(deps.hashes, change, normalizeResetCode(typed)), change.codeHash)
  if (!change || !isRight) throw refused()
  return change
}

/**
 * The caller's account gets the e-mail whose mailed code was typed, the old address is told, and all sessions end but the caller's.
 * A repeat with the same code is refused.
 * @throws {AppError} ERR_RESET_CODE_INVALID; ERR_EMAIL_ALREADY_EXISTS when another account has it, which only its owner learns
 */
export async function confirmEmail(
  deps: ConfirmEmailDeps,
  session: Session,
  typed: string,
): Promise<RenewedSession> {
  const change = await requireCode(deps, session, typed)
  const { companyId, userId, email } = change
  const renewed = await deps.db.withTenant(companyId, async (tx) => {
    const locked = await deps.users.lockCredentials(tx, companyId, userId)
    if (!locked || !(await deps.emailChanges.remove(tx, change))) throw refused()
    await deps.users.save(tx, { ...locked.user, email }, undefined, deps.clock.now())
    await deps.mailChange(tx, 'moved', locked.user.email)
    return deps.renewSession(tx, companyId, userId)
  })
  deps.onEdited(session, 'update', userId)
  return renewed
}
