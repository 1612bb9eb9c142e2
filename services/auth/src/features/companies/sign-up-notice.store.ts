import type { Tx } from '@balcao/kernel'

import type { User } from '../users'

export type { User }

/** Who must be told that somebody tried to sign up with their e-mail. Platform scope throughout. */
export interface SignUpNoticeStore {
  /** Remembers the try for the owner of the e-mail, who is returned. Undefined when there is none (any more). */
  ask(tx: Tx, email: string, now: Date): Promise<Pick<User, 'companyId' | 'id'> | undefined>
  /** Active users to tell: of a try after the last mail, which is older than `mailedBefore`. */
  due(tx: Tx, mailedBefore: Date, limit: number): Promise<Pick<User, 'companyId' | 'id' | 'email'>[]>
  setMailed(tx: Tx, user: Pick<User, 'companyId' | 'id'>, now: Date): Promise<void>
}
