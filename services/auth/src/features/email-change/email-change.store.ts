import type { CompanyId, UserId } from '@balcao/contracts'
import type { DuePage, Tx } from '@balcao/kernel'

/** An e-mail that a user is to have. It is reserved for no one: others may have it or wait for it, too. */
export interface EmailChange {
  companyId: CompanyId
  userId: UserId
  email: string
  /** Asked for by the user, who types the code into the own account, or given by an administrator: then whoever reads its mail confirms it. */
  kind: 'own' | 'given'
  requestedAt: Date
  /** Of the last code that was mailed; null before the first. */
  codeHash: string | null
  /** Failed tries to mail it. */
  mailTries: number
}

export interface EmailChangeStore {
  /** The user's one request: an older one and its code are void. Its mail is due at once. */
  request(tx: Tx, change: Omit<EmailChange, 'codeHash' | 'mailTries'>): Promise<void>
  /** The e-mails that were given to these users of the company. */
  listGiven(
    tx: Tx,
    companyId: CompanyId,
    users: readonly UserId[],
  ): Promise<Pick<EmailChange, 'userId' | 'email'>[]>
  /** The given e-mail whose code has this digest and is still good. Platform scope. */
  findGiven(tx: Tx, email: string, codeHash: string, now: Date): Promise<EmailChange | undefined>
  /** Makes the mails of a given e-mail due whose code expires before `expiring`, in every company. Platform scope. */
  remindGiven(tx: Tx, email: string, now: Date, expiring: Date): Promise<void>
  /** When the first mail is due, where that is before `before`. Platform scope. */
  findNextDue(tx: Tx, before: Date): Promise<Date | undefined>
  /** Requests whose mail is due, by their users. Platform scope. */
  listDue(tx: Tx, now: Date, page: DuePage<UserId>): Promise<EmailChange[]>
  /** Sets the code that is mailed next; false when the user has asked for another e-mail meanwhile. */
  setCode(tx: Tx, change: EmailChange, codeHash: string, expiresAt: Date): Promise<boolean>
  setMailed(tx: Tx, change: EmailChange): Promise<void>
  /** Counts a failed mail and sets the next try. */
  postponeMail(tx: Tx, change: EmailChange, nextMailAt: Date): Promise<void>
  /** Removes the request, unless it was made again since it was read. @returns whether it was there. */
  remove(tx: Tx, change: EmailChange): Promise<boolean>
  /** Counts a try at the code that the user asked for; undefined without one that is still good: mailed, not expired, tried less than `maxTries` times. */
  countTry(
    tx: Tx,
    companyId: CompanyId,
    userId: UserId,
    limits: { now: Date; maxTries: number },
  ): Promise<EmailChange | undefined>
}
