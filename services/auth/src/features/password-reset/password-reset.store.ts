import type { CompanyId, UserId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

import type { PasswordMail } from './password-mail'

export type { PasswordMail }

/** The active code of a user. */
export interface ResetCode {
  companyId: CompanyId
  userId: UserId
  codeHash: string
}

/** Codes, and the mails about passwords that wait to be sent. */
export interface PasswordResetStore {
  /** Queues a mail; one of the same kind to the same address that still waits is renewed instead. */
  enqueueMail(tx: Tx, mail: Omit<PasswordMail, 'tries'>): Promise<void>
  /** Mails whose next try is due, oldest first. Platform scope. */
  listDueMails(tx: Tx, now: Date, limit: number): Promise<PasswordMail[]>
  /** Counts a failed try and sets the next. */
  postponeMail(tx: Tx, mail: PasswordMail, nextTryAt: Date): Promise<void>
  /** Removes the mail, unless it was requested again since it was read. */
  removeMail(tx: Tx, mail: PasswordMail): Promise<void>
  /** The user's one active code: an older one is void. */
  setCode(tx: Tx, code: ResetCode, expiresAt: Date): Promise<void>
  /**
   * Counts a try at the code that was mailed to this e-mail and returns it; undefined without one that is still good: not expired,
   * tried less than `maxTries` times, of an active user. Platform scope: the caller does not name a company.
   */
  countTry(tx: Tx, email: string, now: Date, maxTries: number): Promise<ResetCode | undefined>
  /** Whether the code was there and is deleted: of several callers one is answered true. */
  consume(tx: Tx, code: ResetCode): Promise<boolean>
}
