import { DAY, MINUTE } from '@balcao/kernel'

import { RESET_CODE_TTL_MS, type ResetCodeHashes } from '../password-reset'
import type { EmailChange } from './email-change.store'

/**
 * The codes of both kinds. An own one is typed at once, 5 times at most; a given one waits until its reader has time, is tried by anybody
 * without a limit of its own and has 60 bits.
 */
export const emailCodes = {
  own: { length: 8, ttlMs: RESET_CODE_TTL_MS, giveUpAfterMs: 15 * MINUTE },
  given: { length: 12, ttlMs: 7 * DAY, giveUpAfterMs: DAY },
} as const

/** The digest of a given code, bound to the e-mail it was mailed to. */
export const hashGivenCode = (hashes: ResetCodeHashes, email: string, code: string): string =>
  hashes.hash(`given ${email}`, code)

/** The digest of a code; an own one is bound to the user who asked, too. */
export const hashEmailCode = (
  hashes: ResetCodeHashes,
  { kind, userId, email }: Pick<EmailChange, 'kind' | 'userId' | 'email'>,
  code: string,
): string =>
  kind === 'given' ? hashGivenCode(hashes, email, code) : hashes.hash(`user ${userId} to ${email}`, code)
