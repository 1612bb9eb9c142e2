import { DAY, type Tx } from '@balcao/kernel'

import { normalizeResetCode, type ResetCodeHashes } from '../password-reset'
import { normalizeEmail, type User } from '../users'
import { buildTrialCompany } from './company'
import type { PendingSignUpStore } from './pending-sign-up.store'
import { createCompany, type CreateCompanyDeps } from './sign-up'

/** How long the mailed code of a sign-up is good. */
export const SIGN_UP_CODE_TTL_MS = DAY

export interface ConfirmSignUpDeps extends CreateCompanyDeps {
  pendingSignUps: PendingSignUpStore
  hashes: ResetCodeHashes
  onSignedUp(who: { companyId: User['companyId']; userId: User['id'] }): void
}

/** The digest of a sign-up's code, bound to the e-mail it was mailed to. */
export const hashSignUpCode = (hashes: ResetCodeHashes, email: string, code: string): string =>
  hashes.hash(`sign-up ${email}`, code)

async function createConfirmed(deps: ConfirmSignUpDeps, tx: Tx, email: string, codeHash: string) {
  const now = deps.clock.now()
  const mailedAfter = new Date(now.getTime() - SIGN_UP_CODE_TTL_MS)
  const asked = await deps.pendingSignUps.take(tx, email, codeHash, mailedAfter)
  return asked && createCompany(deps, tx, buildTrialCompany(asked, now), asked)
}

/**
 * Creates the company of a sign-up whose mailed code was typed: its trial begins now.
 * @returns false for a code that is wrong, used or too old
 * @throws {AppError} ERR_EMAIL_ALREADY_EXISTS when the e-mail has an account by now, which only its owner learns
 */
export async function confirmSignUp(
  deps: ConfirmSignUpDeps,
  asked: { email: string; code: string },
): Promise<boolean> {
  const email = normalizeEmail(asked.email)
  const codeHash = hashSignUpCode(deps.hashes, email, normalizeResetCode(asked.code))
  // Platform scope: the company does not exist yet.
  const made = await deps.db.asPlatform((tx) => createConfirmed(deps, tx, email, codeHash))
  if (made) deps.onSignedUp({ companyId: made.company.id, userId: made.admin.id })
  return made !== undefined
}
