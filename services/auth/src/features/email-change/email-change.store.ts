import type { CompanyId, UserId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

/** An e-mail that a user asked to have. It is reserved for no one: others may have it or ask for it, too. */
export interface EmailChange {
  companyId: CompanyId
  userId: UserId
  email: string
  requestedAt: Date
  /** Of the last code that was mailed; null before the first. */
  codeHash: string | null
  /** Failed tries to mail it. */
  mailTries: number
}

export interface EmailChangeStore {
  /** The user's one request: an older one and its code are void. Its mail is due at once. */
  request(tx: Tx, change: Pick<EmailChange, 'companyId' | 'userId' | 'email' | 'requestedAt'>): Promise<void>
  /** Requests whose mail is due, oldest first. Platform scope. */
  listDue(tx: Tx, now: Date, limit: number): Promise<EmailChange[]>
  /** Sets the code that is mailed next; false when the user has asked for another e-mail meanwhile. */
  setCode(tx: Tx, change: EmailChange, codeHash: string, expiresAt: Date): Promise<boolean>
  setMailed(tx: Tx, change: EmailChange): Promise<void>
  /** Counts a failed mail and sets the next try. */
  postponeMail(tx: Tx, change: EmailChange, nextMailAt: Date): Promise<void>
  /** Removes the request, unless it was made again since it was read. @returns whether it was there. */
  remove(tx: Tx, change: EmailChange): Promise<boolean>
  /** Counts a try at the user's code; undefined without one that is still good: mailed, not expired, tried less than `maxTries` times. */
  countTry(
    tx: Tx,
    companyId: CompanyId,
    userId: UserId,
    limits: { now: Date; maxTries: number },
  ): Promise<EmailChange | undefined>
}
