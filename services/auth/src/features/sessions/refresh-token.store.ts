import type { CompanyId, UserId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

import type { RefreshToken } from './refresh-token'

export type { RefreshToken }

export interface RefreshTokenStore {
  /** Whose token this is. Platform scope: a cookie does not say which company it belongs to. */
  findOwner(tx: Tx, tokenHash: string): Promise<{ companyId: CompanyId; userId: UserId } | undefined>
  find(tx: Tx, companyId: CompanyId, tokenHash: string): Promise<RefreshToken | undefined>
  insert(tx: Tx, token: RefreshToken): Promise<void>
  /** Marks the token used and remembers its successor, sealed. */
  replace(
    tx: Tx,
    token: RefreshToken,
    by: { id: string; sealedSuccessor: string; usedAt: Date },
  ): Promise<void>
  /** Forgets the sealed successors of the family's tokens used before `before`: nobody may be told them again. */
  forgetSuccessors(tx: Tx, token: RefreshToken, before: Date): Promise<void>
  /** Every family of the user ends. */
  revokeAll(tx: Tx, companyId: CompanyId, userId: UserId, now: Date): Promise<void>
  /** Forgets tokens that expired before `before`, of every company. Platform scope. */
  sweep(tx: Tx, before: Date): Promise<number>
}
