import type { CompanyId, UserId } from '@balcao/contracts'
import type { DuePage, Tx } from '@balcao/kernel'

import type { PasswordMail } from './password-mail'

export type { PasswordMail }

/** A code of a user. Several may be good at once: a mail that a stranger asked for voids none. */
export interface ResetCode {
  companyId: CompanyId
  userId: UserId
  codeHash: string
}

/** Codes, and the mails about passwords that wait to be sent. */
export interface PasswordResetStore {
  /**
   * Queues a mail, to be sent at once or at `sendAt`; one of the same kind to the same address that still waits is renewed instead, and
   * sent no later than it would have been.
   */
  enqueueMail(tx: Tx, mail: Omit<PasswordMail, 'tries'>, sendAt?: Date): Promise<void>
  /** When the first mail is due, where that is before `before`. Platform scope. */
  findNextMail(tx: Tx, before: Date): Promise<Date | undefined>
  /** Mails whose next try is due, by id. Platform scope. */
  listDueMails(tx: Tx, now: Date, page: DuePage<string>): Promise<PasswordMail[]>
  /** Counts a failed try and sets the next. */
  postponeMail(tx: Tx, mail: PasswordMail, nextTryAt: Date): Promise<void>
  /** Sets the next try, with no try counted. */
  delayMail(tx: Tx, mail: PasswordMail, nextTryAt: Date): Promise<void>
  /** Removes the mail, unless it was requested again since it was read. */
  removeMail(tx: Tx, mail: PasswordMail): Promise<void>
  /** Adds a code to those of the user, and drops those that have expired. */
  addCode(tx: Tx, code: ResetCode, times: { now: Date; expiresAt: Date }): Promise<void>
  /** When the user's last good code expires; undefined without one. */
  findLastExpiry(tx: Tx, code: Pick<ResetCode, 'companyId' | 'userId'>, now: Date): Promise<Date | undefined>
  /**
   * The code of this e-mail with this digest; undefined when it has expired, and for a user who is not active. Platform scope: the
   * caller does not name a company.
   */
  findCode(tx: Tx, email: string, codeHash: string, now: Date): Promise<ResetCode | undefined>
  /** Deletes all codes of the user; whether this one was there: of several callers one is answered true. */
  consume(tx: Tx, code: ResetCode): Promise<boolean>
}
