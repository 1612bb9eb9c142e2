import type { SettingView } from '@balcao/contracts'
import type { EventKey } from '@balcao/contracts/wire'
import type { Clock, Database, EventLog, Ids } from '@balcao/kernel'

import type { Company, CompanyStore } from '../companies'
import type { SettingStore } from '../settings'
import type { Passwords, QueueNames, RenewedSession, User, UserStore } from '../users'
import type { AccessTokens } from './access-tokens.port'
import type { RefreshTokenStore } from './refresh-token.store'

/** Facts about sessions that are counted and logged. */
export interface SessionSignals {
  loggedIn(who: Pick<User, 'companyId'> & { userId: User['id'] }): void
  loginRefused(
    reason: 'credentials' | 'past-due',
    who?: Pick<User, 'companyId'> & { userId: User['id'] },
  ): void
  refreshed(outcome: 'rotated' | 'repeated' | 'refused'): void
  refreshReused(who: Pick<User, 'companyId'> & { userId: User['id']; familyId: string }): void
  sessionEnded(who: Pick<User, 'companyId'> & { userId: User['id'] }): void
}

export interface SessionDeps {
  db: Database
  companies: CompanyStore
  users: UserStore
  settings: SettingStore
  refreshTokens: RefreshTokenStore
  passwords: Passwords
  accessTokens: AccessTokens
  queueNames: QueueNames
  events: EventLog
  ids: Ids
  clock: Clock
  /** Waits until the other services have the key's events; a second and a third at most. */
  untilDelivered(key: EventKey): Promise<void>
  signals: SessionSignals
}

/** Result of a login or a refresh inside its transaction. */
export interface OpenedSession extends RenewedSession {
  company: Company
  /** Settings that every agent may read. */
  settings: SettingView[]
}
