import type { ApiKeyId, CompanyId, QueueId, UserId } from '@balcao/contracts'

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

/** An API key as the copy has it, with its maker's present rights. */
export interface KnownApiKey {
  id: ApiKeyId
  maker: KnownSession
  scopes: readonly string[]
  /** Empty: all that the maker sees. */
  queueIds: readonly QueueId[]
  /** Addresses and CIDR networks; empty: any. */
  networks: readonly string[]
  expiresAt: Date | null
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
  /** The company's key with this hash; undefined when it is unknown or revoked, or its maker or company is not active. */
  findApiKey(companyId: CompanyId, hash: string): Promise<KnownApiKey | undefined>
  /** Names of users; unknown and foreign ids are absent. */
  findUsers(companyId: CompanyId, ids: readonly UserId[]): Promise<Map<UserId, DirectoryUser>>
  /** Every active user of the company with their queues, as sessions. For audiences and assignment. */
  listSessions(companyId: CompanyId): Promise<Session[]>
}
