import type { UserId } from '@balcao/contracts'
import type { DuePage, Tx } from '@balcao/kernel'

import type { User } from '../users'

export type { User }

export type NoticedUser = Pick<User, 'companyId' | 'id' | 'email'>

/** Users to notify that their e-mail was used for a sign-up. Platform scope throughout. */
export interface SignUpNoticeStore {
  /** Records the try for the owner of the e-mail, who is returned. Undefined when there is none. */
  record(tx: Tx, email: string, now: Date): Promise<Pick<User, 'companyId' | 'id'> | undefined>
  /** Active users with a try after their last mail, which is older than `mailedBefore`, by id. */
  listDue(tx: Tx, mailedBefore: Date, page: DuePage<UserId>): Promise<NoticedUser[]>
  setMailed(tx: Tx, user: Pick<User, 'companyId' | 'id'>, now: Date): Promise<void>
}
