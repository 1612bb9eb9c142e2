import type { PlanId } from '@balcao/contracts'
import type { DuePage, Tx } from '@balcao/kernel'

/** What a stranger typed, until the owner of the e-mail confirms it. It reserves neither e-mail nor name. */
export interface PendingSignUp {
  id: string
  email: string
  name: string
  phone: string
  passwordHash: string
  planId: PlanId
  askedAt: Date
  /** Of the code that was mailed last, and when; null before the first mail. */
  codeHash: string | null
  mailedAt: Date | null
  /** Failed tries to mail it. */
  mailTries: number
}

/** Platform scope throughout. */
export interface PendingSignUpStore {
  /** Its mail is due at once. */
  insert(tx: Tx, asked: Omit<PendingSignUp, 'codeHash' | 'mailedAt' | 'mailTries'>): Promise<void>
  /** When the first mail is due, where that is before `before`. */
  findNextDue(tx: Tx, before: Date): Promise<Date | undefined>
  /** Those whose mail is due, by id. */
  listDue(tx: Tx, now: Date, page: DuePage<string>): Promise<PendingSignUp[]>
  /** When the last code went to this address; undefined when none did. */
  findLastMailedAt(tx: Tx, email: string): Promise<Date | undefined>
  /** Sets the code that is mailed now, and when the mail is tried again unless it is sent. */
  setCode(tx: Tx, id: string, codeHash: string, times: { mailedAt: Date; nextMailAt: Date }): Promise<void>
  setMailed(tx: Tx, id: string): Promise<void>
  /** Sets the next try of the mail, with no try counted. */
  delayMail(tx: Tx, id: string, nextMailAt: Date): Promise<void>
  /** The one of this e-mail and code that was mailed after `mailedAfter`, removed: of several callers one gets it. */
  take(tx: Tx, email: string, codeHash: string, mailedAfter: Date): Promise<PendingSignUp | undefined>
  /** Deletes what was asked before. */
  sweep(tx: Tx, askedBefore: Date): Promise<void>
}
