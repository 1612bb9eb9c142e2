import type { CompanyId, QueueId, UserId } from '@balcao/contracts'
import type { Page, PageRequest, Tx } from '@balcao/kernel'

import type { Company } from '../companies'
import type { NewUser, User } from './user'

export type { Company, NewUser, User }

/** A user with what a login needs to decide. */
export interface Credentials {
  user: User
  passwordHash: string
}

/** Whoever an e-mail belongs to. */
export interface Candidate extends Credentials {
  company: Company
}

export interface UserSearch extends PageRequest {
  /** Part of name or e-mail, any case; '' matches everyone. */
  searchParam: string
}

export interface UserStore {
  /**
   * The user with this e-mail in whichever company. Platform scope: a login does not know the company yet.
   * One query, found or not: more work for a known e-mail would show in the time of the answer.
   */
  findCandidate(tx: Tx, email: string): Promise<Candidate | undefined>
  /**
   * The same by id, row locked until the end of the transaction. Everything that changes a session takes this
   * lock first, so that logins, refreshes and logouts of one user happen one after the other.
   */
  lockCredentials(tx: Tx, companyId: CompanyId, userId: UserId): Promise<Credentials | undefined>
  find(tx: Tx, companyId: CompanyId, userId: UserId): Promise<User | undefined>
  /** In order of id, at most 5,000; `ids` narrows it, unknown and foreign ids are absent. */
  list(tx: Tx, companyId: CompanyId, ids?: readonly UserId[]): Promise<User[]>
  /** Newest first. */
  page(tx: Tx, companyId: CompanyId, search: UserSearch): Promise<Page<User> & { count: number }>
  count(tx: Tx, companyId: CompanyId): Promise<number>
  /** The new user, or undefined when the e-mail is taken in any company. */
  insert(tx: Tx, user: NewUser): Promise<User | undefined>
  /** Everybody who was made for the demo and may still log in, of every company. Platform scope. */
  listDemo(tx: Tx): Promise<User[]>
  /** The user as they are now: nobody can log in as them any more. The row must be locked. */
  deactivate(tx: Tx, companyId: CompanyId, userId: UserId, now: Date): Promise<User>
  /** Makes every access token issued so far stale. The row must be locked. */
  raiseTokenVersion(tx: Tx, companyId: CompanyId, userId: UserId, now: Date): Promise<User>
  setQueues(
    tx: Tx,
    companyId: CompanyId,
    userId: UserId,
    queueIds: readonly QueueId[],
    now: Date,
  ): Promise<User | undefined>
  /** Takes the queue from everyone who had it and returns them as they are now. */
  removeQueue(tx: Tx, companyId: CompanyId, queueId: QueueId, now: Date): Promise<User[]>
}
