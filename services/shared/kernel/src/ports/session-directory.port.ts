import type { CompanyId, UserId } from '@balcao/contracts'

import type { Session } from '../session/session'

/** Claims of a verified access token. */
export interface TokenClaims {
  userId: UserId
  companyId: CompanyId
  tokenVersion: number
}

export interface KnownSession extends Session {
  /** Revisions of the user and company rows it was read from; older events are ignored. */
  asOf: { user: number; company: number }
}

export interface DirectoryUser {
  id: UserId
  companyId: CompanyId
  name: string
  email: string
  active: boolean
}

/**
 * The service's own copy of users and companies, fed by auth's events: current rights of each user.
 * At most 1 s behind the copy; a revoked session is refused within 2 s in every process.
 */
export interface SessionDirectory {
  /**
   * The caller's session.
   * @throws {AppError} ERR_SESSION_OVER for a token version other than the user's current one, and for a deleted or
   *   deactivated user or company; ERR_UNAVAILABLE, ERR_DEADLINE when the copy is behind and auth does not answer.
   */
  resolve(claims: TokenClaims): Promise<KnownSession>
  /** Names of users; unknown and foreign ids are absent. */
  findUsers(companyId: CompanyId, ids: readonly UserId[]): Promise<Map<UserId, DirectoryUser>>
  /** Every active user of the company with their queues, as sessions. For audiences and assignment. */
  listSessions(companyId: CompanyId): Promise<Session[]>
}
