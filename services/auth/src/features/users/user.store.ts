import type { CompanyId, ConnectionId, QueueId, UserId, UserSort } from '@balcao/contracts'
import type { Counted, Slice, Tx } from '@balcao/kernel'

import type { Company } from '../companies'
import type { NewUser, User } from './user'

export type { Company, NewUser, User }

/** A user with the fields that a login checks. */
export interface Credentials {
  user: User
  passwordHash: string
}

/** A user found by e-mail, with company and password hash. */
export interface LoginCandidate extends Credentials {
  company: Company
}

export interface UserStore {
  /**
   * The user with this confirmed e-mail in any company. Platform scope: a login does not know the company yet.
   * One query, found or not: more work for a known e-mail would show in the response time.
   */
  findCandidate(tx: Tx, email: string): Promise<LoginCandidate | undefined>
  /**
   * By id, row locked until the end of the transaction. Every change of a session takes this
   * lock first, so that logins, refreshes and logouts of one user run one after the other.
   */
  lockCredentials(tx: Tx, companyId: CompanyId, userId: UserId): Promise<Credentials | undefined>
  find(tx: Tx, companyId: CompanyId, userId: UserId): Promise<User | undefined>
  /** The user's company. Platform scope: for super users. */
  findCompany(tx: Tx, userId: UserId): Promise<CompanyId | undefined>
  /** In order of id, at most 5,000; `ids` narrows it, unknown and foreign ids are absent. */
  list(tx: Tx, companyId: CompanyId, ids?: readonly UserId[]): Promise<User[]>
  /** Newest first unless sorted; `search` is a part of name or e-mail, without case. */
  page(tx: Tx, companyId: CompanyId, search: string, slice: Slice<UserSort>): Promise<Counted<User>>
  /** Whether a user of the company has the e-mail, confirmed or not. */
  hasEmail(tx: Tx, companyId: CompanyId, email: string): Promise<boolean>
  count(tx: Tx, companyId: CompanyId): Promise<number>
  /** The new user, or undefined when the e-mail is taken: in the company, or by a confirmed one in any company. */
  insert(tx: Tx, user: NewUser): Promise<User | undefined>
  /** Users marked as demo accounts who may log in, of every company. Platform scope. */
  listDemo(tx: Tx): Promise<User[]>
  /** Deactivates the user and returns it. The row must be locked. */
  deactivate(tx: Tx, companyId: CompanyId, userId: UserId, now: Date): Promise<User>
  /** Invalidates every access token issued so far. The row must be locked. */
  raiseTokenVersion(tx: Tx, companyId: CompanyId, userId: UserId, now: Date): Promise<User>
  /**
   * Writes the user's fields and queues, and the password when there is one, and returns the stored user. The row must be
   * locked.
   * @throws {AppError} ERR_EMAIL_ALREADY_EXISTS when the e-mail is taken, as for `insert`; the transaction has failed then.
   */
  save(tx: Tx, user: User, passwordHash: string | undefined, now: Date): Promise<User>
  /** Deletes the user with queues and refresh tokens. */
  delete(tx: Tx, companyId: CompanyId, userId: UserId): Promise<void>
  setQueues(
    tx: Tx,
    companyId: CompanyId,
    userId: UserId,
    served: { queueIds: readonly QueueId[]; now: Date },
  ): Promise<User | undefined>
  /** Removes the queue from its users and returns them. */
  removeQueue(tx: Tx, companyId: CompanyId, queueId: QueueId, now: Date): Promise<User[]>
  /** Removes the default connection from its users and returns them. */
  removeConnection(tx: Tx, companyId: CompanyId, connectionId: ConnectionId, now: Date): Promise<User[]>
}
